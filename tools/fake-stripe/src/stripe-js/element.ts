/**
 * Creates an HTML element with attributes and children. The value `true` sets an empty attribute; `false` omits the
 * attribute.
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string | boolean> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== false) created.setAttribute(attribute, value === true ? '' : value);
  }
  created.append(...children);
  return created;
}
