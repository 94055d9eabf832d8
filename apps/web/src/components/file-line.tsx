import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { FileName } from './file-name.tsx';
import { Thumbnail } from './thumbnail.tsx';

type Props = Omit<ComponentProps<'li'>, 'children' | 'className' | 'style'> & {
  name: string;
  /** URLs of the image in order of preference. */
  sources: ComponentProps<typeof Thumbnail>['sources'];
  /** Note shown below the file name. */
  note: ReactNode;
  /**
   * Line that visualizes the file size. If omitted, the note takes its space, for example when the note explains why
   * the compression failed.
   */
  line?: ReactNode;
  sizes: ReactNode;
  buttons: ReactNode;
  /** Number of buttons to reserve space for. */
  maxButtons: number;
  /** Button that covers the image, file name and sizes on phones. */
  cover?: ReactNode;
  /** Content below the other parts, across the whole width. */
  details?: ReactNode;
};

/**
 * List item of a file with its image, name, size line, sizes and buttons. On phones, the name, size line and sizes are
 * stacked.
 */
export function FileLine(props: Props) {
  const { name, sources, note, line, sizes, buttons, maxButtons, cover, details, ...item } = props;
  return (
    <li
      // Skips the rendering of rows outside the viewport.
      className="grid min-h-18 grid-cols-[48px_minmax(0,1.55fr)_minmax(3.5rem,0.5fr)_9.25rem_calc(var(--buttons)*var(--g-control-small))] items-center gap-4 py-[0.6875rem] ps-5 pe-3.5 not-first:border-t not-first:border-line hover:bg-hover max-md:min-h-19 max-md:grid-cols-[48px_minmax(0,1fr)_auto] max-md:content-center max-md:gap-x-3 max-md:gap-y-0.75 max-md:py-3 max-md:ps-4 max-md:pe-2 [contain-intrinsic-block-size:auto_73px] [content-visibility:auto]"
      style={{ '--buttons': maxButtons } as CSSProperties}
      {...item}
    >
      <Thumbnail sources={sources} className="col-1 row-1 max-md:row-[1/span_3]" />
      <div
        className={`row-1 min-w-0 ${line ? 'col-2' : 'max-md:col-2 max-md:row-[1/span_3] md:col-[2/span_2]'}`}
      >
        <b className="block text-ink" title={name}>
          <FileName name={name} />
        </b>
        {note}
      </div>
      {line && <div className="max-md:col-2 max-md:row-3 max-md:mt-1 md:col-3 md:row-1">{line}</div>}
      <div
        className={`min-w-0 max-md:col-2 max-md:row-2 md:col-4 md:row-1 ${line ? '' : 'max-md:hidden'}`}
        data-testid="sizes"
      >
        {sizes}
      </div>
      {cover}
      <div className="flex items-center justify-end max-md:col-3 max-md:row-[1/span_3] md:col-5 md:row-1">
        {buttons}
      </div>
      {details}
    </li>
  );
}

type SizesProps = {
  size: ReactNode;
  /** Size reduction, such as "-62%". */
  reduction?: string | undefined;
  /** Note below the size, such as the size of the original. */
  note: ReactNode;
  /** Icon before the size, shown on phones. */
  icon?: ReactNode;
};

/** Size of a compressed image: two lines of text, or a single line on phones. */
export function ResultSizes({ size, reduction, note, icon }: SizesProps) {
  return (
    <div className="leading-snug tabular-nums max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-1.5 max-md:text-small md:text-end">
      {icon}
      <div>
        <b>{size}</b> {reduction && <span className="font-medium text-accent">{reduction}</span>}
      </div>
      <div className="caption">{note}</div>
    </div>
  );
}
