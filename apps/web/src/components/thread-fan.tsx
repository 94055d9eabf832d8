type Props = {
  width: number;
  height: number;
  count: number;
  meetX: number;
  meetY: number;
  className: string;
};

/**
 * Large decorative drawing: threads from the inline-start edge meet at a point and continue as one thread. Mirrored in
 * RTL languages.
 */
export function ThreadFan({ width, height, count, meetX, meetY, className }: Props) {
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      className={`fan ${className}`}
    >
      {Array.from({ length: count }, (_, index) => {
        const share = index / (count - 1);
        const startY = (share * height).toFixed(1);
        const endY = (meetY - 1 + share * 2).toFixed(1);
        return (
          <path
            key={startY}
            d={`M-20 ${startY}C${width * 0.34} ${startY} ${width * 0.5} ${endY} ${meetX} ${endY}S${width} ${meetY} ${width + 20} ${meetY}`}
            strokeOpacity={(0.06 + (1 - Math.abs(2 * share - 1)) * 0.35).toFixed(3)}
            vectorEffect="non-scaling-stroke"
          />
        );
      })}
    </svg>
  );
}
