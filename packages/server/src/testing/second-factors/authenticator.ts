import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** How a response deviates from that of an honest authenticator in the right browser. */
export interface Deviation {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** False: without PIN or fingerprint. */
  isUserVerified?: boolean;
  counter?: number;
  hasBadSignature?: boolean;
  id?: string;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** An authenticator with one passkey, by the WebAuthn specification: ES256, without attestation. */
export class Authenticator {
  readonly id = randomBytes(32);
  counter = 0;
  readonly #privateKey: KeyObject;
  readonly #coseKey: Uint8Array;
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytesOf(x)],
      [-3, bytesOf(y)],
    ]);
    this.#coseKey = isoCBOR.encode(key);
  }

  /** The response to the options for a new passkey. */
  create({ challenge }: { challenge: string }, deviation: Deviation = {}) {
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(0, this.id.length), this.id, this.#coseKey]);
    const authData = Buffer.concat([this.#authData(deviation, HAS_KEY), credential]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return this.#response(deviation, {
      clientDataJSON: this.#clientData('webauthn.create', challenge, deviation).toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The response to the options for a sign-in. */
  get({ challenge }: { challenge: string }, deviation: Deviation = {}) {
    this.counter = deviation.counter ?? this.counter + 1;
    const authData = this.#authData(deviation, 0);
    const clientData = this.#clientData('webauthn.get', challenge, deviation);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    const signature = sign('sha256', deviation.hasBadSignature ? randomBytes(32) : signed, this.#privateKey);
    return this.#response(deviation, {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  #response(deviation: Deviation, response: object) {
    const id = deviation.id ?? this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }

  #authData({ rpId = new URL(this.#origin).hostname, isUserVerified = true }: Deviation, more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flags = PRESENT | (isUserVerified ? VERIFIED : 0) | more;
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.of(flags), counter]);
  }

  #clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    const { origin = this.#origin } = deviation;
    return Buffer.from(
      JSON.stringify({ type, challenge: deviation.challenge ?? challenge, origin, crossOrigin: false }),
    );
  }
}

function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}
