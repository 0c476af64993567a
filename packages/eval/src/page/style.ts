/**
 * Style sheet without external fonts and images.
 *
 * The colors are the color-blind safe palette of Okabe and Ito. In dark mode, violet replaces the lighter blue, which
 * is too similar to the other one.
 */
export const STYLE = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --dim: #5d6673; --line: #d8dde3; --panel: #f6f8fa;
  --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #cc79a7; --c4: #e69f00; --c5: #56b4e9; --c6: #7f6000; --c7: #8c564b; }
@media (prefers-color-scheme: dark) { :root { --paper: #12161b; --ink: #e6e9ed; --dim: #9aa4b1; --line: #2d343d;
  --panel: #1a2028; --c0: #4aa8e0; --c5: #a78bfa; --c6: #c9a227; --c7: #c08a7d; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1320px; padding: 24px; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 26px; margin: 0 0 4px; } h2 { font-size: 20px; margin: 36px 0 8px; }
.dim { color: var(--dim); font-size: 13px; }
.legend { display: flex; flex-wrap: wrap; gap: 6px 10px; margin: 14px 0; position: sticky; top: 0; z-index: 1;
  background: var(--paper); padding: 8px 0; }
.legend button { display: flex; align-items: center; gap: 6px; border: 1px solid var(--line); border-radius: 14px;
  background: var(--panel); color: inherit; font: inherit; font-size: 13px; padding: 2px 10px; cursor: pointer; }
.legend button[aria-pressed="false"] { opacity: .4; text-decoration: line-through; }
.legend i { width: 18px; border-top: 3px solid currentColor; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(360px, 1fr)); gap: 16px; }
figure { margin: 0; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 10px; }
figcaption { font-weight: 600; }
svg { width: 100%; height: auto; display: block; }
.axes line { stroke: var(--line); } .axes text { fill: var(--dim); font-size: 12px; }
.curve polyline { fill: none; stroke: currentColor; stroke-width: 2.2; } .curve circle { fill: currentColor; }
.curve.oracle polyline { stroke-dasharray: 7 4; } .curve.control polyline { stroke-dasharray: 2 3; stroke-width: 1.3; }
.curve.control, .curve.oracle, i.control, i.oracle { color: var(--dim); }
i.oracle { border-top-style: dashed; } i.control { border-top-style: dotted; }
.c0 { color: var(--c0); } .c1 { color: var(--c1); } .c2 { color: var(--c2); } .c3 { color: var(--c3); }
.c4 { color: var(--c4); } .c5 { color: var(--c5); } .c6 { color: var(--c6); } .c7 { color: var(--c7); }
.curve.off { display: none; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; width: 100%; }
th, td { padding: 3px 8px; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } tr.control, tr.oracle { color: var(--dim); }
.pass { color: var(--c2); } .short { color: var(--c1); }
details { margin: 4px 0; } summary { cursor: pointer; }
pre { margin: 2px 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 12px/1.45 ui-monospace, monospace; }
`;
