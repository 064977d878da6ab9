import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { sendJson } from '../../../app/http.ts';
import { addFailure, type ExistingKind } from './failures.ts';
import { formWords as words } from './form-words.ts';
import { FormFrame } from './FormFrame.tsx';
import { ReferenceField } from './ReferenceField.tsx';
import type { TreeFormProps } from './tree-form.ts';

export interface AddExistingProps extends TreeFormProps {
  kind: ExistingKind;
  /** Takes the place of every other sentence when adding fails. */
  failureText?: string;
}

/** Puts epics or issues that are there already under the epic. */
export function AddExisting({ kind, facts, epicPath, failureText, onDone, onClose }: AddExistingProps) {
  const { formatMessage } = useIntl();
  const [pending, setPending] = useState<readonly string[]>([]);
  const isEpic = kind === 'epic';
  const add = useMutation({
    mutationFn: () =>
      sendJson(`${epicPath}/${isEpic ? 'links' : 'issues'}`, {
        method: 'POST',
        body: { issuable_references: pending },
      }),
    onSuccess: onDone,
  });
  const label = formatMessage(isEpic ? words.existingEpic : words.existingIssue);
  return (
    <FormFrame
      label={label}
      submit={<FormattedMessage {...words.add} />}
      canSubmit={pending.length > 0}
      isBusy={add.isPending}
      isConfidential={facts.isConfidential}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      <ReferenceField
        kind={kind}
        label={label}
        note={formatMessage(isEpic ? words.epicNote : words.issueNote)}
        error={add.error && addFailure(formatMessage, add.error, kind, failureText)}
        fullPath={facts.group.fullPath}
        pending={pending}
        onPending={(next) => {
          add.reset();
          setPending(next);
        }}
      />
    </FormFrame>
  );
}
