// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderPart } from '../../test/render-part.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

/**
 * Table row with a button that opens a confirmation dialog. With `isDeletedAtOnce`, the button is removed before the
 * dialog has closed.
 */
function Row({ isDeletedAtOnce }: { isDeletedAtOnce: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [isDeleted, setDeleted] = useState(false);
  return (
    <div tabIndex={-1} data-testid="row">
      {!isDeleted && (
        <button type="button" onClick={() => setOpen(true)}>
          Delete
        </button>
      )}
      {isOpen && (
        <ConfirmDialog
          onOpenChange={setOpen}
          title="Delete?"
          text="The files are deleted."
          cancelLabel="Keep"
          confirmLabel="Delete now"
          onConfirm={() => setDeleted(isDeletedAtOnce)}
        />
      )}
    </div>
  );
}

it.each([
  { isDeletedAtOnce: false, target: () => screen.getByRole('button', { name: 'Delete' }) },
  { isDeletedAtOnce: true, target: () => screen.getByTestId('row') },
])(
  'closing a dialog focuses its opener, or the surrounding row if the opener was removed (removed: $isDeletedAtOnce)',
  async (each) => {
    renderPart(<Row isDeletedAtOnce={each.isDeletedAtOnce} />);
    const opener = screen.getByRole('button', { name: 'Delete' });
    opener.focus();
    fireEvent.click(opener);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete now' }));
    await waitFor(() => expect(document.activeElement).toBe(each.target()));
  },
);

it('closing a dialog does not move the focus if the page has moved it in the meantime', async () => {
  renderPart(<Row isDeletedAtOnce={false} />);
  const opener = screen.getByRole('button', { name: 'Delete' });
  opener.focus();
  fireEvent.click(opener);
  fireEvent.click(await screen.findByRole('button', { name: 'Delete now' }));
  screen.getByTestId('row').focus();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(document.activeElement).toBe(screen.getByTestId('row'));
});
