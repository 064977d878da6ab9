import { type UseQueryOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { sendJson } from '../../../app/http.ts';
import { restPath } from '../../../app/rest.ts';
import { TextField } from '../../../ui/Field.tsx';
import type { PickerOption } from '../../../ui/Picker.tsx';
import { numberOf } from '../items.ts';
import { createEpicFailure } from './failures.ts';
import { formWords as words } from './form-words.ts';
import { FormFrame } from './FormFrame.tsx';
import styles from './forms.module.css';
import { PlaceField } from './PlaceField.tsx';
import type { TreeFormProps } from './tree-form.ts';

/** Makes an epic under the epic: in its group, or in one below that. */
export function CreateEpic({ facts, onDone, onClose }: TreeFormProps) {
  const { formatMessage } = useIntl();
  const own: PickerOption = { value: String(facts.group.id), title: facts.group.fullName };
  const [title, setTitle] = useState('');
  const [group, setGroup] = useState(own);
  const create = useMutation({
    mutationFn: () =>
      sendJson<{ url: string }>(`/api/v4/groups/${group.value}/epics`, {
        method: 'POST',
        body: { title: title.trim(), parent_id: numberOf(facts.id), confidential: facts.isConfidential },
      }),
    onSuccess: onDone,
  });
  return (
    <FormFrame
      label={formatMessage(words.newEpic)}
      submit={<FormattedMessage {...words.createEpic} />}
      canSubmit={title.trim() !== ''}
      isBusy={create.isPending}
      failure={create.error && createEpicFailure(formatMessage, create.error)}
      isConfidential={facts.isConfidential}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <div className={styles.pair}>
        <TextField
          label={formatMessage(words.title)}
          value={title}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          data-autofocus
          autoComplete="off"
          onChange={(event) => setTitle(event.target.value)}
        />
        <PlaceField
          label={formatMessage(words.group)}
          pickLabel={formatMessage(words.pickGroup)}
          chosen={group}
          first={[own]}
          options={(search) => groupsBelow(facts.group.id, search)}
          failure={formatMessage(words.groupsFailed)}
          onPick={setGroup}
        />
      </div>
    </FormFrame>
  );
}

function groupsBelow(groupId: number, search: string): UseQueryOptions<readonly PickerOption[]> {
  return {
    queryKey: ['descendant-groups', groupId, search],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const path = restPath(`/groups/${groupId}/descendant_groups`, { search, per_page: 50 });
      const groups = await sendJson<{ id: number; full_name: string; full_path: string }[]>(path, { signal });
      return groups.map((group) => ({ value: String(group.id), title: group.full_name, detail: group.full_path }));
    },
  };
}
