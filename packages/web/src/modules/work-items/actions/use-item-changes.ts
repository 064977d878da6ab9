import type { QueryKey } from '@tanstack/react-query';
import type { WorkItemType } from '@milepost/core/work-items';
import { useState } from 'react';
import { useIntl, type MessageDescriptor } from 'react-intl';
import { ChangeRefusedError, RequestError } from '../../../platform/api/errors.ts';
import { toast } from '../../../ui/overlay/Toast.tsx';
import { itemMessages } from '../messages.ts';
import { useSaveAndShow } from '../use-save-and-show.ts';
import { actionMessages as messages } from './action-messages.ts';

/** The values of an item that its menu changes. */
interface Marks {
  confidential: boolean;
  discussionLocked: boolean;
}

export interface ItemChangeRules {
  type: WorkItemType;
  marks: Marks;
  /** Of the query that the page shows. */
  queryKey: QueryKey;
  /** Both return the server's value. */
  sendConfidentiality(confidential: boolean): Promise<boolean>;
  sendLock(locked: boolean): Promise<boolean>;
}

export interface ItemChanges {
  /** Why the last attempt failed; null after a success. */
  failure: string | null;
  toggleConfidentiality(): Promise<void>;
  toggleLock(): Promise<void>;
  /** For changes that only one type has: `failed` is the fallback message. */
  attempt(work: () => Promise<void>, failed: string): Promise<void>;
  say(message: MessageDescriptor): void;
}

/** The changes in the menu of a work item, except its state. */
export function useItemChanges({ type, marks, queryKey, sendConfidentiality, sendLock }: ItemChangeRules): ItemChanges {
  const { formatMessage } = useIntl();
  const [failure, setFailure] = useState<string | null>(null);
  const save = useSaveAndShow<Marks>(queryKey);
  const attempt: ItemChanges['attempt'] = async (work, failed) => {
    setFailure(null);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailure(error instanceof ChangeRefusedError && error.message !== '' ? error.message : failed);
    }
  };
  const say = (message: MessageDescriptor): void => toast({ text: formatMessage(message) });
  return {
    failure,
    attempt,
    say,
    toggleConfidentiality: () =>
      attempt(
        async () => {
          const { confidential } = await save(async () => ({
            confidential: await sendConfidentiality(!marks.confidential),
          }));
          say(confidential ? messages.confidentialityOn : messages.confidentialityOff);
        },
        formatMessage(messages.confidentialityFailed, { type: formatMessage(itemMessages[type]).toLowerCase() }),
      ),
    toggleLock: () =>
      attempt(async () => {
        const { discussionLocked } = await save(async () => ({
          discussionLocked: await sendLock(!marks.discussionLocked),
        }));
        say(discussionLocked ? messages.lockedToast : messages.unlockedToast);
      }, formatMessage(messages.lockFailed)),
  };
}
