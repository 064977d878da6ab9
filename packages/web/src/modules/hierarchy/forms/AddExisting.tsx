import { useIntl } from 'react-intl';
import { sendJson } from '../../../platform/api/http.ts';
import { referenceOfPath } from '../../work-items/reference.ts';
import { addFailure, type ExistingKind } from './failures.ts';
import { formMessages as messages } from './form-messages.ts';
import { ReferenceForm } from './ReferenceForm.tsx';
import type { TreeFormProps } from './tree-form.ts';

export interface AddExistingProps extends TreeFormProps {
  kind: ExistingKind;
  /** Replaces all other error messages when adding fails. */
  failureText?: string;
}

const typesOf = { epic: ['EPIC'], issue: ['ISSUE', 'INCIDENT', 'TASK'] } as const;

/** Adds existing epics or issues to the epic. */
export function AddExisting({ kind, facts, epicPath, failureText, onDone, onClose }: AddExistingProps) {
  const { formatMessage } = useIntl();
  const isEpic = kind === 'epic';
  const address = `${epicPath}/${isEpic ? 'links' : 'issues'}`;
  return (
    <ReferenceForm
      label={formatMessage(isEpic ? messages.existingEpic : messages.existingIssue)}
      note={formatMessage(isEpic ? messages.epicNote : messages.issueNote)}
      namespacePath={facts.group.fullPath}
      types={typesOf[kind]}
      exceptReference={referenceOfPath(epicPath)}
      confidentialOnly={facts.isConfidential}
      showsConfidentialNote={facts.isConfidential}
      add={(references) => sendJson(address, { method: 'POST', body: { issuable_references: references } })}
      failureText={(error) => addFailure(formatMessage, error, kind, failureText)}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
