import { afterEach, expect, test, vi } from 'vitest';
import { Directory, missingDirectory } from '../testing/identity/directory.ts';
import { OpenidProvider } from '../testing/identity/openid-provider.ts';
import { main } from './main.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** What the doctor says about sign-in; the database is not asked. */
async function findings(env: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const out: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((text: unknown) => void out.push(String(text)));
  vi.spyOn(console, 'error').mockImplementation(() => {});
  for (const [name, value] of Object.entries({ DATABASE_URL: 'postgres://127.0.0.1:1/none', ...env }))
    vi.stubEnv(name, value);
  await main(['doctor']);
  expect(out.join('\n')).not.toMatch(/a-client-secret-of-tests|reader password/);
  return out
    .join('\n')
    .split('\n')
    .filter((line) => /^. (?:OpenID|LDAP)/.test(line));
}

test('OG-ER-01: the doctor lists providers that are not set up as off', async () => {
  expect(await findings()).toEqual([
    '✓ OpenID Connect: off (MILEPOST_OIDC_PROVIDERS is not set)',
    '✓ LDAP: off (MILEPOST_LDAP_URL is not set)',
  ]);
});

test('OG-OI-04: the doctor reports a provider that cannot be used', async () => {
  const provider = new OpenidProvider(['http://milepost.test/users/auth/corp/callback']);
  await provider.start();
  const { host } = new URL(provider.issuer);
  expect((await findings(provider.variables('corp')))[0]).toBe(`✓ OpenID Connect, corp: sign-in at ${host}`);
  await provider.stop();
  expect((await findings(provider.variables('corp')))[0]).toBe(
    `✗ OpenID Connect, corp: ${host} cannot be used (Corp is unavailable. Try again later.): see MILEPOST_OIDC_CORP_ISSUER`,
  );
});

test.skipIf(missingDirectory)('OG-LD-04: the doctor reports a directory that cannot be used', async () => {
  const directory = await Directory.start();
  const host = `127.0.0.1:${directory.port}`;
  expect((await findings(directory.variables))[1]).toBe(`✓ LDAP: sign-in through ${host}`);
  const wrong = { ...directory.variables, MILEPOST_LDAP_BIND_PASSWORD: 'wrong' };
  expect((await findings(wrong))[1]).toBe(
    `✗ LDAP: ${host} cannot be used (InvalidCredentialsError): see MILEPOST_LDAP_URL and MILEPOST_LDAP_BIND_DN`,
  );
  await directory.stop();
  expect((await findings(directory.variables))[1]).toMatch(/^✗ LDAP: .*ECONNREFUSED/);
});
