import { Secret, TOTP } from 'otpauth';

/** The code of an authenticator app with this secret, `steps` before or after the current one. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
}
