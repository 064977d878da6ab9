import { cleanup, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { AbuseDrawer } from './AbuseDrawer.tsx';

beforeEach(() => setSession({ csrfToken: 'token-of-the-page' }));
afterEach(cleanup);

const show = () => {
  const onClose = vi.fn();
  render(
    <IntlProvider locale="en">
      <AbuseDrawer userId={12} name="Theo Alvarez" onClose={onClose} />
    </IntlProvider>,
  );
  return onClose;
};

test('EP-AB-01 and EP-AB-03: the drawer offers eight reasons', () => {
  show();
  expect(screen.getByRole('dialog', { name: 'Report abuse to administrator' })).toBeTruthy();
  const values = screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value);
  expect(values).toEqual(['spam', 'offensive', 'phishing', 'crypto', 'credentials', 'copyright', 'malware', 'other']);
});

test('EP-AB-02, EP-AB-04 and EP-AB-05: its form posts who, where, why and the token, and not without a reason', () => {
  show();
  const form = screen.getByRole('dialog').querySelector('form') as HTMLFormElement;
  expect([form.getAttribute('method'), form.getAttribute('action')]).toEqual(['post', '/-/abuse_reports']);
  expect(form.checkValidity()).toBe(false);
  screen.getByRole('radio', { name: 'They post spam.' }).click();
  expect(form.checkValidity()).toBe(true);
  expect(Object.fromEntries(new FormData(form))).toEqual({
    authenticity_token: 'token-of-the-page',
    user_id: '12',
    'abuse_report[reported_from_url]': window.location.href,
    'abuse_report[category]': 'spam',
  });
});

test('Cancel closes it', () => {
  const onClose = show();
  screen.getByRole('button', { name: 'Cancel' }).click();
  expect(onClose).toHaveBeenCalledOnce();
});
