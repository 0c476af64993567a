/** Calls `onSize` when the size of an element is known or changes. Returns a function that ends this. */
export function observeSize<Observed extends Element>(
  element: Observed | null,
  onSize: (element: Observed) => void,
): (() => void) | undefined {
  if (element === null) return undefined;
  const observer = new ResizeObserver(() => {
    onSize(element);
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
  };
}
