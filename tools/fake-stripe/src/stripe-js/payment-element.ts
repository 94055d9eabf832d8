import { type Appearance, toStyleSheet } from './appearance.ts';
import { readExpiry } from './card-fields.ts';
import { createCardInputs } from './card-inputs.ts';
import { element } from './element.ts';

export interface PaymentElement {
  mount(parent: HTMLElement): void;
  destroy(): void;
  on(event: string, listener: () => void): void;
  off(): void;
  update(): void;
  setAppearance(appearance: Appearance): void;
  /** Shows validation errors. Returns whether all fields are complete and valid. */
  validate(): boolean;
  /** Returns the selected payment method, with the card details if it is a card. */
  paymentData(): object;
}

const testCards = {
  '4242 4242 4242 4242': 'Succeeds',
  '4000 0025 0000 3155': 'Requires authentication',
  '4000 0000 0000 0002': 'Declined',
  '4000 0000 0000 9995': 'Insufficient funds',
  '4000 0000 0000 0069': 'Expired',
  '4000 0000 0000 0341': 'Succeeds once, then every renewal fails',
};

/** Creates the payment element with tabs for card and Link payments. It lists the test card numbers. */
export function createPaymentElement(appearance: Appearance): PaymentElement {
  const host = element('div');
  const root = host.attachShadow({ mode: 'open' });
  const style = element('style');
  const setAppearance = (given: Appearance) => {
    style.textContent = toStyleSheet(given);
  };
  setAppearance(appearance);
  const inputs = createCardInputs();
  const card = element(
    'div',
    { id: 'card', role: 'tabpanel', 'aria-label': 'Card' },
    inputs.node,
    listTestCards(),
  );
  const text = 'You go to Link to confirm the payment, then come back here.';
  const link = element(
    'div',
    { id: 'link', role: 'tabpanel', 'aria-label': 'Link', class: 'Panel' },
    element('p', {}, text),
  );
  const tabs = createTabs({ card, link });
  root.append(style, tabs.node, card, link);
  const isCard = () => tabs.selected() === 'card';
  return {
    mount: (parent) => parent.append(host),
    destroy: () => host.remove(),
    on: (event, listener) => void (event === 'ready' && setTimeout(listener)),
    off: () => undefined,
    update: () => undefined,
    setAppearance,
    validate: () => !isCard() || inputs.validate(),
    paymentData: () => {
      if (!isCard()) return { method: 'link' };
      const { number, expiry, cvc } = inputs.card();
      return { method: 'card', card: { number: number.replaceAll(' ', ''), cvc, ...readExpiry(expiry) } };
    },
  };
}

type Method = 'card' | 'link';

/** Creates tabs that show one panel at a time. Arrow keys switch between tabs. */
function createTabs(panels: Record<Method, HTMLElement>) {
  let current: Method = 'card';
  const tab = (method: Method, label: string) =>
    element('button', { type: 'button', role: 'tab', 'aria-controls': method }, label);
  const buttons = { card: tab('card', 'Card'), link: tab('link', 'Link') };
  const methods = ['card', 'link'] as const;
  const select = (method: Method) => {
    current = method;
    for (const name of methods) {
      const isSelected = name === method;
      panels[name].hidden = !isSelected;
      buttons[name].className = isSelected ? 'Tab Tab--selected' : 'Tab';
      buttons[name].setAttribute('aria-selected', String(isSelected));
      buttons[name].tabIndex = isSelected ? 0 : -1;
    }
  };
  for (const name of methods) buttons[name].addEventListener('click', () => select(name));
  select(current);
  const node = element(
    'div',
    { class: 'Tabs', role: 'tablist', 'aria-label': 'Payment method' },
    buttons.card,
    buttons.link,
  );
  node.addEventListener('keydown', ({ key }) => {
    if (!/^Arrow(Left|Right)$/.test(key)) return;
    select(current === 'card' ? 'link' : 'card');
    buttons[current].focus();
  });
  return { node, selected: () => current };
}

function listTestCards(): HTMLElement {
  const rows = Object.entries(testCards).map(([number, effect]) =>
    element('div', {}, element('dt', { dir: 'ltr' }, number), element('dd', {}, effect)),
  );
  const hint = element('p', {}, 'No real money is charged. Use any future date and any CVC.');
  return element(
    'details',
    {},
    element('summary', {}, 'Test card numbers'),
    hint,
    element('dl', {}, ...rows),
  );
}
