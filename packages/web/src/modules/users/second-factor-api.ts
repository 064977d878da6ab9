import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import { sendJson } from '../../platform/api/http.ts';

export interface PasskeyView {
  id: number;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

export interface FactorsView {
  totp_since: string | null;
  recovery_codes_left: number;
  passkeys: PasskeyView[];
  has_password: boolean;
  is_required: boolean;
}

/** The viewer's second factors. */
export const factorsQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => sendJson<FactorsView>('/-/two-factor', { signal }),
});

/** The second factors that a sign-in accepts; an UnauthenticatedError when it has expired. */
export const dueFactorsQuery = queryOptions({
  queryKey: ['due-factors'],
  queryFn: ({ signal }) =>
    sendJson<{ totp: boolean; passkeys: boolean; recovery_codes: boolean }>('/-/sign-in/second-factor', { signal }),
  retry: false,
  staleTime: Infinity,
});

/** Completes a sign-in. `recovery_codes_left` is a number after a recovery code. */
export function passSecondFactor(
  input: { code: string } | { recovery_code: string },
): Promise<{ recovery_codes_left: number | null }> {
  return sendJson('/-/sign-in/second-factor', { method: 'POST', body: input });
}

/** Completes a sign-in with a passkey. */
export async function passWithPasskey(): Promise<void> {
  await signWith('/-/sign-in/second-factor/passkey', {});
}

/** Signs in with a passkey alone. */
export async function signInWithPasskey(remember: boolean): Promise<void> {
  await signWith('/-/sign-in/passkey', { remember });
}

async function signWith(path: string, more: object): Promise<void> {
  const options = await sendJson<PublicKeyCredentialRequestOptionsJSON>(`${path}/options`, {
    method: 'POST',
    body: {},
  });
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const response: AuthenticationResponseJSON = await startAuthentication({ optionsJSON: options });
  await sendJson(path, { method: 'POST', body: { ...more, response } });
}

/** The password, empty for accounts without one. */
interface Proof {
  current_password: string;
}

export function startTotp(proof: Proof): Promise<{ secret: string; uri: string }> {
  return sendJson('/-/two-factor/totp', { method: 'POST', body: proof });
}

/** Codes, if this is the first factor. */
interface Added {
  recovery_codes: string[] | null;
}

export function confirmTotp(code: string): Promise<Added> {
  return sendJson('/-/two-factor/totp', { method: 'PUT', body: { code } });
}

export function removeTotp(proof: Proof): Promise<void> {
  return sendJson('/-/two-factor/totp', { method: 'DELETE', body: proof });
}

export function replaceRecoveryCodes(proof: Proof): Promise<{ recovery_codes: string[] }> {
  return sendJson('/-/two-factor/recovery-codes', { method: 'POST', body: proof });
}

/** Asks the browser for a new passkey and stores it. */
export async function addPasskey({ name, ...proof }: Proof & { name: string }): Promise<Added> {
  const path = '/-/two-factor/passkeys';
  const options = await sendJson<PublicKeyCredentialCreationOptionsJSON>(`${path}/options`, {
    method: 'POST',
    body: proof,
  });
  const { startRegistration } = await import('@simplewebauthn/browser');
  const response: RegistrationResponseJSON = await startRegistration({ optionsJSON: options });
  return sendJson(path, { method: 'POST', body: { name, response } });
}

export function renamePasskey(id: number, name: string): Promise<PasskeyView> {
  return sendJson(`/-/two-factor/passkeys/${id}`, { method: 'PUT', body: { name } });
}

export function removePasskey(id: number, proof: Proof): Promise<void> {
  return sendJson(`/-/two-factor/passkeys/${id}`, { method: 'DELETE', body: proof });
}

/** Whether this browser can use passkeys: in a secure context only. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;
