import { useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { goTo } from '../../platform/navigation/navigation.ts';
import { type ItemChanges, useItemChanges } from '../../modules/work-items/actions/use-item-changes.ts';
import { typeOf } from '../../modules/work-items/type-of.ts';
import { changeConfidentiality, changeLock, issueQuery, moveIssue, promoteIssue, type IssueView } from './data/api.ts';
import { issueMessages as messages } from './messages.ts';

export interface IssueChanges extends ItemChanges {
  promote(): Promise<void>;
  move(projectPath: string): Promise<void>;
}

/** The changes in the menu of an issue, apart from its state. */
export function useIssueChanges(issue: IssueView, fullPath: string): IssueChanges {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const { iid } = issue;
  const changes = useItemChanges({
    type: typeOf(issue.type),
    marks: issue,
    queryKey: issueQuery(fullPath, iid).queryKey,
    sendConfidentiality: (confidential) => changeConfidentiality(fullPath, iid, confidential),
    sendLock: (locked) => changeLock(fullPath, iid, locked),
  });
  return {
    ...changes,
    promote: () =>
      changes.attempt(async () => {
        const webPath = await promoteIssue(fullPath, iid);
        changes.say(messages.promotedToEpic);
        for (const key of ['issue', 'issues', 'epics']) void client.invalidateQueries({ queryKey: [key] });
        goTo(webPath);
      }, formatMessage(messages.promoteFailed)),
    move: (projectPath) =>
      changes.attempt(async () => {
        const webPath = await moveIssue(fullPath, iid, projectPath);
        for (const key of ['issue', 'issues']) void client.invalidateQueries({ queryKey: [key] });
        goTo(webPath);
      }, formatMessage(messages.moveFailed)),
  };
}
