/**
 * Limits the first part of a file name to the width of its visible characters and the ellipsis, also after the line is
 * resized. Otherwise, a gap of up to one character would precede the second part. Returns a function that stops this.
 */
export function fitFileName(line: HTMLElement): () => void {
  observer ??= new ResizeObserver((entries) => {
    // Measure all names before changing any, so that the browser updates the layout only once.
    const widths = entries.map(({ target, contentRect }) => headWidth(target, contentRect.width));
    for (const [index, { target }] of entries.entries()) {
      const [head] = target.children;
      if (head instanceof HTMLElement) head.style.maxWidth = widths[index] ?? '';
    }
  });
  observer.observe(line);
  return () => observer?.unobserve(line);
}

let observer: ResizeObserver | undefined;
let canvas: CanvasRenderingContext2D | null | undefined;

/** Returns the width of an ellipsis in the given font, rounded up, so that no further character is cut. */
function ellipsisWidth(font: string): number {
  canvas ??= document.createElement('canvas').getContext('2d');
  if (!canvas) return 0;
  canvas.font = font;
  return Math.ceil(canvas.measureText('…').width);
}

/** Returns the width of the first part, or undefined if the name is not truncated. */
function headWidth(line: Element, lineWidth: number): string | undefined {
  const [head, tail] = line.children;
  const text = head?.firstChild;
  if (!head || !tail || !text) return undefined;
  const available = lineWidth - tail.getBoundingClientRect().width;
  const prefix = document.createRange();
  prefix.setStart(text, 0);
  const widthOf = (length: number) => {
    prefix.setEnd(text, length);
    return prefix.getBoundingClientRect().width;
  };
  let [fitting, tooLong] = [0, text.textContent?.length ?? 0];
  if (widthOf(tooLong) <= available) return undefined;
  const ellipsis = ellipsisWidth(getComputedStyle(head).font);
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (widthOf(middle) + ellipsis <= available) fitting = middle;
    else tooLong = middle;
  }
  return `${widthOf(fitting) + ellipsis}px`;
}
