import { numberOfId } from '@milepost/core/global-ids';
import type { UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { sendJson } from '../../../platform/api/http.ts';
import { restPath } from '../../../platform/api/rest.ts';
import type { PickerOption } from '../../../ui/overlay/Picker.tsx';
import { CreateForm } from './CreateForm.tsx';
import { createEpicFailure } from './failures.ts';
import { formMessages as messages } from './form-messages.ts';
import { NamespaceField } from './NamespaceField.tsx';
import type { TreeFormProps } from './tree-form.ts';

/** Creates an epic under the epic: in its group, or in a subgroup. */
export function CreateEpic({ facts, onDone, onClose }: TreeFormProps) {
  const { formatMessage } = useIntl();
  const own: PickerOption = { value: String(facts.group.id), title: facts.group.fullName };
  const [group, setGroup] = useState(own);
  return (
    <CreateForm
      label={formatMessage(messages.newEpic)}
      submit={messages.createEpic}
      showsConfidentialNote={facts.isConfidential}
      create={(title) =>
        sendJson(restPath(`/groups/${group.value}/epics`), {
          method: 'POST',
          body: { title, parent_id: numberOfId(facts.id), confidential: facts.isConfidential },
        })
      }
      failureText={(error) => createEpicFailure(formatMessage, error)}
      onDone={onDone}
      onClose={onClose}
    >
      <NamespaceField
        label={formatMessage(messages.group)}
        pickLabel={formatMessage(messages.pickGroup)}
        chosen={group}
        first={[own]}
        options={(search) => groupsBelow(facts.group.id, search)}
        failure={formatMessage(messages.groupsFailed)}
        onPick={setGroup}
      />
    </CreateForm>
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
