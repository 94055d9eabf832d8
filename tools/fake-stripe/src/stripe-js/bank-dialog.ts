import { element } from './element.ts';

const style = `
dialog { max-width: min(26rem, calc(100vw - 2rem)); padding: 1.5rem; border: 0; border-radius: 12px; font: 15px/1.5 system-ui, sans-serif; }
dialog::backdrop { background: rgb(0 0 0 / 50%); }
h2 { margin: 0 0 .5rem; font-size: 1.125rem; }
p { margin: 0 0 1rem; }
div { display: flex; justify-content: flex-end; gap: .75rem; }
button { min-height: 44px; padding-inline: 1rem; border: 1px solid GrayText; border-radius: 8px; font: inherit; cursor: pointer; }
`;

/** Shows the bank's authentication dialog. Pressing Escape resolves with `fail`. */
export function askBank(): Promise<'complete' | 'fail'> {
  const complete = element('button', { type: 'button' }, 'Complete');
  const fail = element('button', { type: 'button' }, 'Fail');
  const text = 'Your bank would ask you to confirm the payment here. This is test mode: choose the outcome.';
  const dialog = element(
    'dialog',
    { role: 'alertdialog', 'aria-labelledby': 'title', 'aria-describedby': 'text' },
    element('h2', { id: 'title' }, 'Authenticate payment'),
    element('p', { id: 'text' }, text),
    element('div', {}, fail, complete),
  );
  const host = element('div');
  host.attachShadow({ mode: 'open' }).append(element('style', {}, style), dialog);
  document.body.append(host);
  dialog.showModal();
  return new Promise((resolve) => {
    const answer = (outcome: 'complete' | 'fail') => () => {
      host.remove();
      resolve(outcome);
    };
    complete.addEventListener('click', answer('complete'));
    fail.addEventListener('click', answer('fail'));
    dialog.addEventListener('cancel', answer('fail'));
  });
}
