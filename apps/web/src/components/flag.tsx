/** Decorative flag of a country from `public/flags/`, displayed next to a name. */
export function Flag({ country }: { country: string }) {
  return (
    <img
      src={`/flags/${country}.svg`}
      alt=""
      width="20"
      height="15"
      className="rounded-[3px] shadow-[0_0_0_1px_light-dark(rgb(0_0_0/0.08),rgb(255_255_255/0.12))]"
    />
  );
}
