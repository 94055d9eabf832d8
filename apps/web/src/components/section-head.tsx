type Props = { id: string; title: string; text?: string };

/** Heading whose id the surrounding section refers to as its label. */
export function SectionHead({ id, title, text }: Props) {
  return (
    <div className="mb-[clamp(1.75rem,1.2rem+1.6vw,2.75rem)] grid max-w-160 gap-3">
      <h2 id={id}>{title}</h2>
      {text && <p>{text}</p>}
    </div>
  );
}
