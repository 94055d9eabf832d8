import { type Card, type CardField, formatCard, wrongCardFields } from './card-fields.ts';
import { element } from './element.ts';

const fields = {
  number: ['Card number', 'cc-number', '1234 1234 1234 1234', 'Your card number is not valid.'],
  expiry: ['Expiry', 'cc-exp', 'MM / YY', "Your card's expiry date is missing or has passed."],
  cvc: ['CVC', 'cc-csc', '123', "Your card's security code is incomplete."],
} as const;

export interface CardInputs {
  node: HTMLElement;
  card(): Card;
  /** Shows validation errors and focuses the first invalid field. Returns whether all fields are valid. */
  validate(): boolean;
}

export function createCardInputs(): CardInputs {
  const inputs = { number: createInput('number'), expiry: createInput('expiry'), cvc: createInput('cvc') };
  const row = element('div', { class: 'Row' }, inputs.expiry.node, inputs.cvc.node);
  const card = () => ({
    number: inputs.number.input.value,
    expiry: inputs.expiry.input.value,
    cvc: inputs.cvc.input.value,
  });
  return {
    node: element('div', { class: 'Panel' }, inputs.number.node, row),
    card,
    validate: () => {
      const wrong = wrongCardFields(card(), new Date());
      for (const name of wrong) inputs[name].setWrong(true);
      const [first] = wrong;
      if (first) inputs[first].input.focus();
      return first === undefined;
    },
  };
}

function createInput(name: CardField) {
  const [label, autocomplete, placeholder, problem] = fields[name];
  const input = element('input', {
    id: name,
    class: 'Input',
    inputmode: 'numeric',
    dir: 'ltr',
    autocomplete,
    placeholder,
  });
  const error = element('p', { id: `${name}-error`, class: 'Error', hidden: true }, problem);
  const setWrong = (isWrong: boolean) => {
    error.hidden = !isWrong;
    input.classList.toggle('Input--invalid', isWrong);
    input.setAttribute('aria-invalid', String(isWrong));
    if (isWrong) input.setAttribute('aria-describedby', error.id);
    else input.removeAttribute('aria-describedby');
  };
  input.addEventListener('input', () => {
    input.value = formatCard[name](input.value);
    setWrong(false);
  });
  return {
    node: element('div', {}, element('label', { class: 'Label', for: name }, label), input, error),
    input,
    setWrong,
  };
}
