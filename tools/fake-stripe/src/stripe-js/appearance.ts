/** The subset of Stripe's Appearance API that the fake payment element supports. */
export interface Appearance {
  variables?: Record<string, string>;
  rules?: Record<string, Record<string, string>>;
}

const base = `
:host { display: block; font: 15px/1.5 var(--fontFamily, system-ui, sans-serif); color: var(--colorText, CanvasText); }
* { box-sizing: border-box; font: inherit; color: inherit; }
p, dl, dd { margin: 0; }
[hidden] { display: none !important; }
.Tabs, .Row { display: grid; grid-template-columns: 1fr 1fr; align-items: start; gap: var(--gridColumnSpacing, 12px); }
.Panel { display: grid; gap: var(--gridRowSpacing, 12px); margin-block: var(--gridRowSpacing, 12px); }
.Tab { min-height: 44px; border-radius: var(--borderRadius, 8px); background: var(--colorBackground, Canvas); cursor: pointer; }
.Label { display: block; margin-block-end: 6px; font-size: 14px; font-weight: 500; }
.Input { width: 100%; min-height: 44px; padding-inline: 12px; border-radius: var(--borderRadius, 8px);
  background: var(--colorBackground, Canvas); font-variant-numeric: tabular-nums; }
.Input::placeholder { color: var(--colorTextPlaceholder, GrayText); opacity: 1; }
.Error { color: var(--colorDanger, red); font-size: 13px; }
details { font-size: 13px; color: var(--colorTextSecondary, inherit); }
summary { min-height: 28px; cursor: pointer; }
dl > div { display: flex; justify-content: space-between; gap: 16px; padding-block: 6px; }
dt { color: var(--colorText, inherit); font-variant-numeric: tabular-nums; white-space: nowrap; }
dd { text-align: end; }
button:focus-visible, summary:focus-visible { outline: 2px solid var(--colorPrimary, Highlight); outline-offset: 2px; }
@media (pointer: coarse) { summary { min-height: 44px; } }
`;

/** Returns the style sheet of the payment element for the given appearance. */
export function toStyleSheet({ variables = {}, rules = {} }: Appearance): string {
  const declarations = (values: Record<string, string>, toName: (name: string) => string) =>
    Object.entries(values)
      .map(([name, value]) => `${toName(name)}: ${value};`)
      .join(' ');
  const toProperty = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const own = Object.entries(rules).map(
    ([selector, values]) => `${selector} { ${declarations(values, toProperty)} }`,
  );
  return `:host { ${declarations(variables, (name) => `--${name}`)} }\n${base}\n${own.join('\n')}`;
}
