import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl, type MessageDescriptor } from 'react-intl';
import { ChangeRefusedError, RequestError } from '../../app/errors.ts';
import { goTo } from '../../app/navigation.ts';
import { toast } from '../../ui/Toast.tsx';
import { changeConfidentiality, changeLock, issueQuery, moveIssue, promoteIssue, type IssueView } from './api.ts';
import { typeOf } from '../../modules/work-items/type-of.ts';
import { issueWords as words } from './words.ts';

export interface IssueChanges {
  /** Why the last try failed, as a sentence; null when it did not. */
  failure: string | null;
  toggleConfidentiality(): Promise<void>;
  toggleLock(): Promise<void>;
  promote(): Promise<void>;
  move(projectPath: string): Promise<void>;
}

/** What the menu of an issue changes besides its state. */
export function useIssueChanges(issue: IssueView, fullPath: string): IssueChanges {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { iid } = issue;
  const keep = (change: Partial<IssueView>): void => {
    client.setQueryData(issueQuery(fullPath, iid).queryKey, (now) => now && { ...now, ...change });
    void client.invalidateQueries({ queryKey: ['activity'] });
  };
  const attempt = async (work: () => Promise<void>, failed: string): Promise<void> => {
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
    toggleConfidentiality: () =>
      attempt(
        async () => {
          const confidential = await changeConfidentiality(fullPath, iid, !issue.confidential);
          keep({ confidential });
          say(confidential ? words.confidentialityOn : words.confidentialityOff);
        },
        formatMessage(words.confidentialityFailed, { issuableType: typeOf(issue.type) }),
      ),
    toggleLock: () =>
      attempt(async () => {
        const discussionLocked = await changeLock(fullPath, iid, !issue.discussionLocked);
        keep({ discussionLocked });
        say(discussionLocked ? words.lockedToast : words.unlockedToast);
      }, formatMessage(words.lockFailed)),
    promote: () =>
      attempt(async () => {
        const webPath = await promoteIssue(fullPath, iid);
        say(words.promotedToEpic);
        for (const key of ['issue', 'issues', 'epics']) void client.invalidateQueries({ queryKey: [key] });
        goTo(webPath);
      }, formatMessage(words.promoteFailed)),
    move: (projectPath) =>
      attempt(async () => {
        const webPath = await moveIssue(fullPath, iid, projectPath);
        for (const key of ['issue', 'issues']) void client.invalidateQueries({ queryKey: [key] });
        goTo(webPath);
      }, formatMessage(words.moveFailed)),
  };
}
