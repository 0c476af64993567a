type Picture = {
  readonly title: string;
  /** In pixels, as `height`. Pages show the picture smaller if they are narrower. */
  readonly width: number;
  readonly height: number;
};

/** The palette of Okabe and Ito, for light and dark pages. */
const STYLE = `text{font:13px system-ui,sans-serif;fill:#444}.title{font-weight:600;font-size:14px}
line{stroke:#ddd}.goal{stroke:#777}polyline,.cross{fill:none;stroke-width:2.4;stroke:currentColor}circle,.name{fill:currentColor}
.c0{color:#0072b2}.c1{color:#d55e00}.c2{color:#009e73}.c3{color:#a8537f}.c4{color:#7f6000}.c5{color:#666}
@media(prefers-color-scheme:dark){text{fill:#bbb}line{stroke:#3a3f46}.goal{stroke:#999}.c0{color:#4aa8e0}.c1{color:#f08a4b}.c2{color:#3fbf95}.c3{color:#d98bb0}.c4{color:#c9a227}.c5{color:#aaa}}`;

/** Returns an SVG file with the title in its first line, in the style of all plots. */
export function svgPicture({ title, width, height }: Picture, drawn: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}"><style>${STYLE}</style><text class="title" x="4" y="18">${title}</text>${drawn.join("")}</svg>\n`;
}

/** Rounds a coordinate, so that pictures do not depend on the last digits of logarithms. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
