// @vitest-environment jsdom
import { maxSavedSettings, type SavedSettings as Saved } from '@gossamer/contracts/saved-settings';
import { type CompressionSettings, defaultSettings } from '@gossamer/contracts/settings';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { i18n, startI18n } from '../../../../i18n/i18n.ts';
import { errorAnswer, ProtocolServer } from '../../../../test/protocol-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { EncodingFields } from '../goal-fields.tsx';
import { SettingsProvider } from '../settings-context.tsx';
import { SavedSettings } from './saved-settings.tsx';

declare const jsdom: { reconfigure(options: { url: string }): void };

const list = 'GET /api/saved-settings';
const save = 'POST /api/saved-settings';
const remove = 'DELETE /api/saved-settings/s1';
const small: CompressionSettings = { ...defaultSettings, quality: 50 };
const someSaved = (changes: Partial<Saved> = {}): Saved => ({
  id: 's1',
  name: 'Shop',
  settings: small,
  createdAt: '2026-11-21T10:42:00.000Z',
  updatedAt: '2026-11-21T10:42:00.000Z',
  ...changes,
});

let server: ProtocolServer;
beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces(['compress', 'compressMore', 'account', 'errors']);
});
beforeEach(async () => {
  localStorage.clear();
  server = new ProtocolServer();
  jsdom.reconfigure({ url: await server.start() });
  have([someSaved()]);
});
afterEach(() => server.stop());

const have = (saved: Saved[]) => {
  server.answers[list] = [{ status: 200, body: saved }];
};
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => fireEvent.click(await button(name));
const quality = () => screen.getByRole<HTMLInputElement>('slider').value;
const toast = async () => (await screen.findByTestId('toast')).textContent;
const names = () =>
  Array.from(document.querySelectorAll('[data-testid=saved-settings] li'), ({ textContent }) => textContent);
const sent = (route: string) => server.requests.filter((each) => each.route === route);

async function open(): Promise<void> {
  renderPart(
    <SettingsProvider>
      <EncodingFields />
      <SavedSettings />
    </SettingsProvider>,
  );
  await press('Saved settings');
}

describe('saved settings', () => {
  it('are fetched when the list is opened, and explained if there are none', async () => {
    have([]);
    renderPart(
      <SettingsProvider>
        <SavedSettings />
      </SettingsProvider>,
    );
    expect(sent(list)).toEqual([]);
    await press('Saved settings');
    expect(await screen.findByText(/^Save settings under a name/)).toBeTruthy();
    expect(sent(list)).toHaveLength(1);
    await press('Saved settings');
    await press('Saved settings');
    await waitFor(() => expect(sent(list)).toHaveLength(2));
  });

  it('are applied with one click and marked while the form shows them', async () => {
    await open();
    expect((await button('Shop')).getAttribute('aria-pressed')).toBe('false');
    await press('Shop');
    expect(quality()).toBe('50');
    expect((await button('Shop')).getAttribute('aria-pressed')).toBe('true');
    // Applying settings is a change by the user, which this device remembers.
    expect(JSON.parse(localStorage.getItem('gossamer.settings') ?? '')).toMatchObject({ quality: 50 });
    await press('Best');
    expect((await button('Shop')).getAttribute('aria-pressed')).toBe('false');
  });

  it('are not applied, not even partially, if the form cannot show them', async () => {
    have([someSaved({ settings: { ...small, maxBytes: 50_001 } })]);
    await open();
    await press('Shop');
    expect(await toast()).toContain('“Shop” contains settings that this page does not offer.');
    expect(quality()).toBe('85');
  });

  it('show an error with a retry button if they cannot be loaded', async () => {
    server.answers[list] = [errorAnswer(503, 'unavailable'), { status: 200, body: [someSaved()] }];
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The saved settings could not be loaded. The service is temporarily unavailable.',
    );
    await press('Try again');
    expect(await button('Shop')).toBeTruthy();
  });
});

describe('saving the current settings', () => {
  const submit = (name: string) => async (value: string) => {
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value } });
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
  };

  it('sends the settings with the name and adds them to the list', async () => {
    const made = someSaved({ id: 's2', name: 'Blog', settings: { ...defaultSettings, quality: 70 } });
    server.answers[save] = [{ status: 201, body: made }];
    await open();
    await press('Medium');
    await press('Save current settings…');
    await submit('Save')(' Blog ');
    await waitFor(() => expect(names()).toEqual(['Shop', 'Blog']));
    expect(sent(save).map(({ body }) => body)).toEqual([
      { name: 'Blog', settings: { ...defaultSettings, quality: 70 } },
    ]);
    expect(await toast()).toContain('Settings saved');
    expect((await button('Blog')).getAttribute('aria-pressed')).toBe('true');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says that settings with the same name are replaced', async () => {
    server.answers[save] = [{ status: 200, body: someSaved({ name: 'SHOP', settings: defaultSettings }) }];
    await open();
    await press('Save current settings…');
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'shop' } });
    expect(await screen.findByText('Replaces “Shop”.')).toBeTruthy();
    await submit('Replace')('SHOP');
    await waitFor(() => expect(names()).toEqual(['SHOP']));
  });

  it('suggests the name of settings that were applied and then changed', async () => {
    await open();
    await press('Shop');
    await press('Best');
    await press('Save current settings…');
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Shop');
    expect(screen.getByText('Replaces “Shop”.')).toBeTruthy();
  });

  it('requires a name', async () => {
    await open();
    await press('Save current settings…');
    await submit('Save')('  ');
    expect(await screen.findByText('The name must have 1 to 60 characters.')).toBeTruthy();
    expect(sent(save)).toEqual([]);
  });

  it('warns that the maximum number is reached, and shows the error from the server', async () => {
    have(
      Array.from({ length: maxSavedSettings }, (_, at) => someSaved({ id: `s${at}`, name: `Shop ${at}` })),
    );
    const body = { code: 'too_many_saved_settings', message: 'A sentence.', details: { max: 20 } };
    server.answers[save] = [{ status: 409, body }];
    await open();
    await press('Save current settings…');
    const text = 'You already have 20 saved settings. Delete one, or use an existing name to replace it.';
    expect(await screen.findByText(text)).toBeTruthy();
    await submit('Save')('One more');
    expect((await screen.findByRole('alert')).textContent).toContain(`Settings not saved ${text}`);
    expect(screen.getByRole('dialog')).toBeTruthy();
  });
});

describe('deleting saved settings', () => {
  it('asks for confirmation, then removes them and moves the focus to the list', async () => {
    server.answers[remove] = [{ status: 204, body: undefined }];
    await open();
    await press('Delete Shop');
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete “Shop”?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Keep' }));
    expect(sent(remove)).toEqual([]);
    await press('Delete Shop');
    await press('Delete');
    await waitFor(() => expect(names()).toEqual([]));
    expect(await toast()).toContain('Saved settings deleted');
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Saved settings' }));
  });

  it.each([
    ['they are already deleted', errorAnswer(404, 'saved_settings_not_found'), 'Saved settings deleted', 0],
    ['the server fails', errorAnswer(500, 'internal'), 'Saved settings not deleted', 1],
  ])('reports the outcome if %s', async (_, answer, title, left) => {
    server.answers[remove] = [answer];
    await open();
    await press('Delete Shop');
    await press('Delete');
    expect(await toast()).toContain(title);
    expect(names()).toHaveLength(left);
  });
});
