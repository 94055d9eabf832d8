import {
  type Area,
  clampScale,
  fitScale,
  keepOnStage,
  nextZoomStop,
  type Placement,
  type Point,
  type Size,
  showArea,
  visibleBox,
  zoomAround,
} from './zoom-geometry.ts';

/**
 * Controls the zoom, position and divider of the comparison. Dragging updates CSS variables without re-rendering React
 * components. At 100%, one image pixel covers one screen pixel.
 */
export class StageControl {
  #element: HTMLElement | undefined;
  #stage: Size = { width: 1, height: 1 };
  #image: Size = { width: 1, height: 1 };
  /** The area that is shown in actual size when the image is fitted; undefined for the whole image. */
  #area: Area | undefined;
  #placement: Placement = { scale: 1, x: 0, y: 0 };
  /** Whether the image is placed again when the stage is resized. False once the user has zoomed or moved it. */
  #isFitted = true;
  #dividerPercent = 50;
  readonly #listeners = new Set<() => void>();

  /** Attaches the element that receives the CSS variables. Returns a function that detaches the element. */
  attach(element: HTMLElement): () => void {
    this.#element = element;
    const observer = new ResizeObserver(() => this.#measure());
    observer.observe(element);
    this.#measure();
    return () => {
      observer.disconnect();
      this.#element = undefined;
    };
  }

  /** Adds a listener for changes to the zoom and the divider. Returns a function that removes the listener. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getZoomPercent = (): number => Math.round(this.#zoomPercent);
  readonly getDividerPercent = (): number => this.#dividerPercent;

  /** Whether the image extends beyond the stage, so that it can be panned. */
  get canPan(): boolean {
    const { scale } = this.#placement;
    // Tolerate rounding errors of half a pixel.
    return (
      this.#image.width * scale > this.#stage.width + 0.5 ||
      this.#image.height * scale > this.#stage.height + 0.5
    );
  }

  /** Shows an image: the whole image, or one area of it in actual size. */
  setImage(image: Size, area?: Area): void {
    this.#image = image;
    this.#area = area;
    this.#isFitted = true;
    this.#placeFitted();
    if (!area) return;
    // Move the divider as well, because an area at the edge of the image cannot be on the center line.
    const { x, scale } = this.#placement;
    this.dropDividerAt(x + (area.x + area.width / 2) * scale);
  }

  fit(): void {
    this.#area = undefined;
    this.#isFitted = true;
    this.#placeFitted();
  }

  showActualSize(): void {
    this.#zoomTo(this.#actualScale, this.#center);
  }

  stepZoom(direction: 1 | -1): void {
    const percent = nextZoomStop(this.#zoomPercent, direction);
    this.#zoomTo((this.#actualScale * percent) / 100, this.#center);
  }

  zoomBy(factor: number, at: Point): void {
    this.#zoomTo(this.#placement.scale * factor, at);
  }

  panBy(x: number, y: number): void {
    const from = this.#placement;
    if (this.#area) this.#isFitted = false;
    this.#place({ ...from, x: from.x + x, y: from.y + y });
  }

  setDivider(percent: number): void {
    this.#dividerPercent = Math.min(100, Math.max(0, percent));
    this.#show();
  }

  /** Moves the divider by a distance in CSS pixels. */
  dragDivider(x: number): void {
    this.setDivider(this.#dividerPercent + (x / this.#stage.width) * 100);
  }

  dropDividerAt(x: number): void {
    this.setDivider((x / this.#stage.width) * 100);
  }

  get #actualScale(): number {
    return 1 / window.devicePixelRatio;
  }
  get #fitScale(): number {
    return fitScale(this.#stage, this.#image, this.#actualScale);
  }
  get #zoomPercent(): number {
    return (this.#placement.scale / this.#actualScale) * 100;
  }
  get #center(): Point {
    return { x: this.#stage.width / 2, y: this.#stage.height / 2 };
  }

  #measure(): void {
    if (!this.#element) return;
    this.#stage = { width: this.#element.clientWidth || 1, height: this.#element.clientHeight || 1 };
    if (this.#isFitted) this.#placeFitted();
    else this.#place(this.#placement);
  }

  #placeFitted(): void {
    const area = this.#area;
    this.#place(
      area ? showArea(area, this.#stage, this.#actualScale) : { x: 0, y: 0, scale: this.#fitScale },
    );
  }

  #zoomTo(scale: number, at: Point): void {
    this.#isFitted = false;
    const clamped = clampScale(scale, this.#fitScale, this.#actualScale);
    this.#place(zoomAround(this.#placement, clamped, at));
  }

  #place(placement: Placement): void {
    this.#placement = keepOnStage(placement, this.#stage, this.#image);
    this.#show();
  }

  #show(): void {
    if (this.#element) {
      const { style, dataset } = this.#element;
      const { scale, x, y } = this.#placement;
      style.setProperty('--divider', `${this.#dividerPercent}%`);
      style.setProperty('--image-width', `${this.#image.width}px`);
      style.setProperty('--image-height', `${this.#image.height}px`);
      style.setProperty('--image-place', `translate(${x}px, ${y}px) scale(${scale})`);
      style.setProperty('--image-left', `${x}px`);
      style.setProperty('--image-top', `${y}px`);
      style.setProperty('--image-scale', `${scale}`);
      const box = visibleBox(this.#placement, this.#stage, this.#image);
      style.setProperty('--box-top', `${box.y}px`);
      style.setProperty('--box-height', `${box.height}px`);
      style.setProperty('--box-inset', `${box.x}px`);
      dataset.pixels = this.#zoomPercent >= 200 ? 'sharp' : 'smooth';
      dataset.grab = this.canPan ? 'image' : 'divider';
    }
    for (const listener of this.#listeners) listener();
  }
}
