import { expect, test } from 'vitest';
import { passkeyFailure, secondFactorMessages } from './second-factor-messages.ts';

test('the text for a passkey that failed tells a wrong address and a known device from what the viewer canceled', () => {
  const textFor = (name: string) => passkeyFailure(new DOMException('no', name));
  expect(textFor('SecurityError')).toBe(secondFactorMessages.passkeyAddress);
  expect(textFor('InvalidStateError')).toBe(secondFactorMessages.hasPasskey);
  expect(textFor('NotAllowedError')).toBe(secondFactorMessages.noPasskey);
});
