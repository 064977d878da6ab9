import { type Day, parseDay } from '@milepost/core/days';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createMessageFormatter } from '../../app/intl.ts';
import { themeSetting } from '../../platform/settings/theme.ts';
import { turnOffShortcuts } from '../../platform/shortcuts/turn-off.ts';
import { useShortcuts } from '../../platform/shortcuts/use-shortcuts.ts';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { printDay, printTime } from '../../ui/field/days.ts';
import { ProfileForm } from './ProfileForm.tsx';

afterEach(() => vi.unstubAllGlobals());

const profile = {
  name: 'Ada Okafor',
  username: 'ada',
  avatar_url: null,
  time_zone: null,
  date_language: null,
  first_weekday: null,
  keyboard_shortcuts: true,
};

test('TM-PR-01: the profile is validated, saved as a whole, and a taken username is named under its field', async () => {
  let isTaken = true;
  const asked = fakeServer({
    'GET /-/profile.json': () => profile,
    'PUT /-/profile.json': () =>
      isTaken ? new Status(400, { message: { username: ['has already been taken'] } }) : profile,
  });
  const reload = vi.fn<() => void>();
  const { user } = await renderAt('/-/profile', <ProfileForm onSaved={reload} />);
  const name = await screen.findByRole('textbox', { name: 'Name' });
  const save = screen.getByRole('button', { name: 'Save changes' });
  await user.clear(name);
  await user.click(save);
  expect(name).toHaveAccessibleDescription("Can't be blank");
  await user.type(name, 'Ada Lovelace');
  const username = screen.getByRole('textbox', { name: 'Username' });
  await user.clear(username);
  await user.type(username, 'lovelace');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Time zone' }), 'Asia/Tokyo');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Date language' }), 'German (3. Feb. 2026)');
  await user.selectOptions(screen.getByRole('combobox', { name: 'First day of the week' }), 'Saturday');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Theme' }), 'Dark');
  await user.click(screen.getByRole('checkbox', { name: /^Keyboard shortcuts/ }));
  await user.click(save);
  expect(username).toHaveAccessibleDescription('Has already been taken');
  expect(themeSetting.get()).toBe('system');
  isTaken = false;
  await user.click(save);
  expect(asked.findLast(({ method }) => method === 'PUT')?.body).toEqual({
    name: 'Ada Lovelace',
    username: 'lovelace',
    time_zone: 'Asia/Tokyo',
    date_language: 'de',
    first_weekday: 6,
    keyboard_shortcuts: false,
  });
  expect(themeSetting.get()).toBe('dark');
  themeSetting.set('system');
  expect(reload).toHaveBeenCalledOnce();
});

test('TM-PR-01: an avatar is cropped to its square center before it is saved; a file that is no image is refused', async () => {
  let sent: FormData | null = null;
  fakeServer({
    'GET /-/profile.json': () => profile,
    'PUT /-/profile/avatar': ({ body }) => {
      sent = body as FormData;
      return { avatar_url: '/-/avatars/user/7/0123456789abcdef' };
    },
  });
  const saved = vi.fn<() => void>();
  const { user } = await renderAt('/-/profile', <ProfileForm onSaved={saved} />);
  const input = await screen.findByLabelText('Avatar image');
  await user.upload(input, new File(['no image'], 'x.png', { type: 'image/png' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not read this file as an image');
  const canvas = new OffscreenCanvas(400, 100);
  const context = canvas.getContext('2d');
  for (const [color, left] of [
    ['#f00', 0],
    ['#0f0', 150],
    ['#f00', 250],
  ] as const) {
    if (context) context.fillStyle = color;
    context?.fillRect(left, 0, 400, 100);
  }
  await user.upload(input, new File([await canvas.convertToBlob()], 'wide.png', { type: 'image/png' }));
  await user.click(await screen.findByRole('button', { name: 'Save avatar' }));
  await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
  const image = await createImageBitmap((sent as FormData | null)?.get('avatar') as Blob);
  expect([image.width, image.height]).toEqual([100, 100]);
  const shown = new OffscreenCanvas(100, 100).getContext('2d');
  shown?.drawImage(image, 0, 0);
  for (const left of [1, 98]) expect([...(shown?.getImageData(left, 50, 1, 1).data ?? [])]).toEqual([0, 255, 0, 255]);
});

test('TM-PR-03: the time zone changes times, and dates without a time stay', () => {
  const late = '2026-03-01T20:30:00Z';
  const tokyo = createMessageFormatter('Asia/Tokyo');
  const honolulu = createMessageFormatter('Pacific/Honolulu');
  expect(printTime(tokyo, late)).toBe('Mar 2, 2026, 5:30 AM');
  expect(printTime(honolulu, late)).toBe('Mar 1, 2026, 10:30 AM');
  for (const intl of [tokyo, honolulu]) expect(printDay(intl, parseDay('2026-03-01') as Day)).toBe('Mar 1, 2026');
});

function Keys({ perform }: { perform: () => void }) {
  useShortcuts([
    { keys: 'e', title: 'Edit', perform },
    { keys: 'c r', title: 'Copy', perform },
  ]);
  return (
    <>
      <button type="button" onKeyDown={({ key }) => key !== 'Tab' && perform()}>
        Row
      </button>
      <input aria-label="Text" onKeyDown={perform} />
    </>
  );
}

test('TM-PR-06: while shortcuts are off, no single key acts; arrows, Esc, Ctrl+K and fields work', async () => {
  const perform = vi.fn<() => void>();
  const { user } = await renderAt('/', <Keys perform={perform} />);
  await user.keyboard('e');
  expect(perform).toHaveBeenCalledTimes(1);
  const turnOn = turnOffShortcuts();
  await user.keyboard('ecr?');
  screen.getByRole('button', { name: 'Row' }).focus();
  await user.keyboard('bj+');
  expect(perform).toHaveBeenCalledTimes(1);
  await user.keyboard('{ArrowDown}{Escape}{Control>}k{/Control}');
  // Ctrl is a key as well.
  expect(perform).toHaveBeenCalledTimes(5);
  await user.tab();
  await user.keyboard('e');
  expect(perform).toHaveBeenCalledTimes(6);
  expect(screen.getByRole('textbox')).toHaveValue('e');
  turnOn();
});
