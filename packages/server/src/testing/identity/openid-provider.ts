import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Provider } from 'oidc-provider';
import type { OidcConfig } from '../../platform/config/identity.ts';

/** A person at the provider. The values of claims may be of any type, as those of providers are. */
export interface Person {
  sub: string;
  [claim: string]: unknown;
}

interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}

/** The parts of an ID token. */
export interface TokenParts {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
}

const CLIENT_ID = 'milepost';
const CLIENT_SECRET = 'a-client-secret-of-tests';

/** A real OpenID provider on this machine. Its sign-in page offers a field for the subject, and tests sign in without it. */
export class OpenidProvider {
  readonly people = new Map<string, Person>();
  /** Who signs in without the form; null for the form. */
  signsIn: string | null = null;
  /** Refuses the sign-in, as a person who cancels does. */
  cancels = false;
  /** Replaces the ID tokens that the provider issues. */
  forge: ((parts: TokenParts, provider: OpenidProvider) => string) | null = null;
  /** Delays every answer, in milliseconds. */
  delayMs = 0;
  /** Paths that were requested, with their method. */
  readonly requests: string[] = [];
  readonly #redirectUris: string[];
  readonly #server: Server;
  #key: SigningKey;
  #provider: Provider | null = null;
  issuer = '';

  constructor(redirectUris: string[]) {
    this.#redirectUris = redirectUris;
    this.#key = newKey();
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** Starts it; always on the same port if one is given. */
  async start(port = 0): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    this.issuer = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    this.#provider = this.#make();
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The settings of a client of it. */
  config(name: string, more: Partial<OidcConfig> = {}): OidcConfig {
    return {
      name,
      label: 'Corp',
      issuer: this.issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      scopes: 'openid profile email groups',
      groupsClaim: 'groups',
      createsAccounts: true,
      trustsEmail: false,
      ...more,
    };
  }

  /** The same as variables of the environment. */
  variables(name: string): Record<string, string> {
    const start = `MILEPOST_OIDC_${name.toUpperCase()}`;
    return {
      MILEPOST_OIDC_PROVIDERS: name,
      [`${start}_ISSUER`]: this.issuer,
      [`${start}_CLIENT_ID`]: CLIENT_ID,
      [`${start}_CLIENT_SECRET`]: CLIENT_SECRET,
      [`${start}_LABEL`]: 'Corp',
      [`${start}_SCOPES`]: 'openid profile email groups',
    };
  }

  /** Replaces the signing key: tokens have another `kid` from now on. */
  rotateKeys(): void {
    this.#key = newKey();
    this.#provider = this.#make();
  }

  /** Signs a token with the current key. */
  sign({ header, claims }: TokenParts, privateKey: KeyObject = this.#key.privateKey): string {
    const text = `${encode(header)}.${encode(claims)}`;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`;
  }

  /** The public key as text, as an attacker knows it. */
  get publicKey(): string {
    const { n, e } = this.#key.privateKey.export({ format: 'jwk' });
    return JSON.stringify({ kty: 'RSA', n, e });
  }

  #make(): Provider {
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: this.#redirectUris,
          grant_types: ['authorization_code'],
        },
      ],
      jwks: {
        keys: [{ ...this.#key.privateKey.export({ format: 'jwk' }), kid: this.#key.kid, alg: 'RS256', use: 'sig' }],
      },
      cookies: { keys: ['cookies of tests'] },
      claims: {
        openid: ['sub'],
        profile: ['name', 'preferred_username'],
        email: ['email', 'email_verified'],
        groups: ['groups'],
      },
      scopes: ['openid', 'groups'],
      ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
      findAccount: (_ctx, sub) => {
        const person = this.people.get(sub);
        return person ? { accountId: sub, claims: () => person } : undefined;
      },
      // Everything that the client asks for is granted without a question.
      async loadExistingGrant(ctx) {
        const grant = new provider.Grant({
          clientId: ctx.oidc.client?.clientId ?? '',
          accountId: ctx.oidc.session?.accountId ?? '',
        });
        grant.addOIDCScope('openid profile email groups');
        await grant.save();
        return grant;
      },
    });
    return provider;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?', 1)[0] ?? '/';
    this.requests.push(`${request.method} ${path}`);
    if (this.delayMs > 0) await sleep(this.delayMs);
    if (path.startsWith('/interaction/')) return this.#interact(request, response);
    if (path === '/token' && this.forge) this.#replaceToken(response, this.forge);
    return void this.#provider?.callback()(request, response);
  }

  async #interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = this.#provider as Provider;
    const form = request.method === 'POST' ? new URLSearchParams(await textOf(request)) : null;
    const sub = form?.get('sub') ?? this.signsIn;
    if (this.cancels || form?.has('cancel')) {
      const refusal = { error: 'access_denied', error_description: 'The person canceled' };
      return provider.interactionFinished(request, response, refusal, { mergeWithLastSubmission: false });
    }
    if (sub === null) {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><html lang="en"><title>Corp</title><h1>Corp</h1><form method="post">
        <label>Account <input name="sub"></label> <button>Continue</button> <button name="cancel">Cancel</button></form></html>`);
      return undefined;
    }
    const login = { login: { accountId: sub, remember: false } };
    return provider.interactionFinished(request, response, login, { mergeWithLastSubmission: false });
  }

  #replaceToken(response: ServerResponse, forge: NonNullable<OpenidProvider['forge']>): void {
    const end = response.end.bind(response) as (text: string) => ServerResponse;
    response.end = ((text: string | Buffer) => {
      const body = JSON.parse(text.toString()) as { id_token?: string };
      if (body.id_token === undefined) return end(text.toString());
      const [header = '', claims = ''] = body.id_token.split('.');
      const forged = JSON.stringify({
        ...body,
        id_token: forge({ header: decode(header), claims: decode(claims) }, this),
      });
      response.setHeader('content-length', Buffer.byteLength(forged));
      return end(forged);
    }) as typeof response.end;
  }
}

const newKey = (): SigningKey => ({
  kid: `key-${Math.random().toString(36).slice(2)}`,
  privateKey: generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey,
});

/** A part of a token. */
export const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Follows redirects at the provider, with its cookies, until the address leads elsewhere: a person who signs in there. */
export async function followAtProvider(provider: OpenidProvider, address: string): Promise<string> {
  const cookies = new Map<string, string>();
  let at = address;
  for (let steps = 0; steps < 10 && at.startsWith(provider.issuer); steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const each of answer.headers.getSetCookie()) {
      const [pair = ''] = each.split(';', 1);
      const mark = pair.indexOf('=');
      cookies.set(pair.slice(0, mark), pair.slice(mark + 1));
    }
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
    at = new URL(next, at).href;
  }
  return at;
}
