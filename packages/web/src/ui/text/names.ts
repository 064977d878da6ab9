import { isServiceAccount, type MaybeProgram } from '@milepost/core/accounts/people';
import type { IntlShape } from 'react-intl';
import { defineMessages } from './messages.ts';

const messages = defineMessages({
  program: { id: 'avatar.programNamed', defaultMessage: '{name} (service account)' },
});

/** The name of an account inside a sentence or beside no avatar: that of a service account says that it is one. */
export function nameInText(
  { formatMessage }: Pick<IntlShape, 'formatMessage'>,
  account: MaybeProgram & { name: string },
): string {
  return isServiceAccount(account) ? formatMessage(messages.program, { name: account.name }) : account.name;
}
