import { numberOfId } from '@milepost/core/global-ids';
import type { GivenSelects } from '@milepost/core/fields/select-fields';
import { endpoint } from '../../platform/api/endpoints.ts';
import { sendJson } from '../../platform/api/http.ts';
import { restPath } from '../../platform/api/rest.ts';
import type { WorkItemCreateInput } from '../../gen/graphql.ts';
import type { ShownEpic } from '../../modules/work-items/sidebar/options.tsx';

export interface EpicDraft {
  title: string;
  description: string;
  /** `2026-11-21`, or empty for an inherited date. */
  start: string;
  due: string;
  color: string;
  /** Titles. */
  labels: readonly string[];
  /** The global id of the parent epic; null for none. */
  parentId: string | null;
  /** False: inherited from the parent. */
  confidential: boolean;
  selects: GivenSelects;
  customFields: NonNullable<WorkItemCreateInput['customFieldsWidget']>;
}

/** Creates an epic in a group; returns the path of its page. Throws ValidationError with an error per field. */
export async function createEpic(groupPath: string, draft: EpicDraft): Promise<string> {
  const { title, description, start, due, color, labels, parentId, confidential, selects, customFields } = draft;
  const { web_url: url } = await sendJson<{ web_url: string }>(`${endpoint('group', groupPath)}/epics`, {
    method: 'POST',
    body: {
      title,
      description,
      color,
      ...(start === '' ? {} : { start_date_is_fixed: true, start_date_fixed: start }),
      ...(due === '' ? {} : { due_date_is_fixed: true, due_date_fixed: due }),
      ...(labels.length > 0 && { labels }),
      ...(parentId !== null && { parent_id: numberOfId(parentId) }),
      ...(confidential && { confidential }),
      ...selects,
      ...(customFields.length > 0 && {
        custom_fields: customFields.map(({ customFieldId, selectedOptionIds, numberValue, textValue }) => ({
          id: numberOfId(customFieldId),
          value: selectedOptionIds?.map(numberOfId) ?? numberValue ?? textValue,
        })),
      }),
    },
  });
  return new URL(url).pathname;
}

/** The epic that a full reference (`castle/walls&5`) names. */
export function namedEpicQuery(reference: string) {
  const [groupPath = '', iid = ''] = reference.split('&');
  return {
    queryKey: ['named-epic', reference],
    enabled: /^[^&]+&[1-9]\d{0,9}$/.test(reference),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ShownEpic> => {
      const epic = await sendJson<{ id: number; title: string; web_url: string; references: { full: string } }>(
        restPath(`/groups/${encodeURIComponent(groupPath)}/epics/${iid}`),
        { signal },
      );
      return {
        id: `gid://gitlab/Epic/${epic.id}`,
        title: epic.title,
        webPath: new URL(epic.web_url).pathname,
        reference: epic.references.full,
      };
    },
  };
}
