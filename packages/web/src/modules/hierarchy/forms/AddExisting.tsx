import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { sendJson } from '../../../app/http.ts';
import { noReferences, ReferenceInput, referencesOf } from '../../work-items/references/ReferenceInput.tsx';
import { addFailure, type ExistingKind } from './failures.ts';
import { formWords as words } from './form-words.ts';
import { FormFrame } from './FormFrame.tsx';
import styles from './forms.module.css';
import type { TreeFormProps } from './tree-form.ts';

export interface AddExistingProps extends TreeFormProps {
  kind: ExistingKind;
  /** Takes the place of every other sentence when adding fails. */
  failureText?: string;
}

const typesOf = { epic: ['EPIC'], issue: ['ISSUE', 'INCIDENT', 'TASK'] } as const;

/** Puts epics or issues that are there already under the epic. */
export function AddExisting({ kind, facts, epicPath, failureText, onDone, onClose }: AddExistingProps) {
  const { formatMessage } = useIntl();
  const [draft, setDraft] = useState(noReferences);
  const isEpic = kind === 'epic';
  const add = useMutation({
    mutationFn: () =>
      sendJson(`${epicPath}/${isEpic ? 'links' : 'issues'}`, {
        method: 'POST',
        body: { issuable_references: referencesOf(draft) },
      }),
    onSuccess: onDone,
  });
  const label = formatMessage(isEpic ? words.existingEpic : words.existingIssue);
  const { fullPath } = facts.group;
  return (
    <FormFrame
      label={label}
      submit={<FormattedMessage {...words.add} />}
      canSubmit={draft.pending.length > 0}
      isBusy={add.isPending}
      failure={add.error && addFailure(formatMessage, add.error, kind, failureText)}
      isConfidential={facts.isConfidential}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      <div className={styles.field}>
        <span className={styles.label} aria-hidden="true">
          {label}
        </span>
        <ReferenceInput
          label={label}
          draft={draft}
          onChange={(next) => {
            if (add.isError) add.reset();
            setDraft(next);
          }}
          placePath={fullPath}
          groupPath={fullPath.split('/')[0] ?? fullPath}
          confidentialOnly={facts.isConfidential}
          types={typesOf[kind]}
          isDisabled={add.isPending}
        />
        <p className={styles.note}>
          <FormattedMessage {...(isEpic ? words.epicNote : words.issueNote)} />
        </p>
      </div>
    </FormFrame>
  );
}
