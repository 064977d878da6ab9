import { useFeature } from '../../platform/session/features.ts';
import type { WorkItemType } from '@milepost/core/work-items';
import type { ReactElement } from 'react';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { useIntl } from 'react-intl';
import type { PickerOption } from '../../ui/overlay/Picker.tsx';
import { useStatusOptions } from '../statuses/options.tsx';
import { epicsOf, iterationsOf, milestonesOf, peopleOf } from '../work-items/sidebar/options.tsx';
import { fixedOptions } from '../work-items/sidebar/fixed-options.ts';
import type { OptionsFor } from '../work-items/sidebar/fixed-options.ts';
import { epicSelectFields, selectLooks, selectOptions, type SentSelects } from '../work-items/select-fields/fields.ts';
import { healthStatuses } from '../work-items/health.ts';
import { itemMessages } from '../work-items/messages.ts';
import { itemGid, type BulkChange } from './bulk-api.ts';
import { BulkPick } from './BulkPick.tsx';
import { PartMenu } from './PartMenu.tsx';
import type { BulkTask } from './use-bulk-change.ts';
import { bulkMessages as messages } from './bulk-messages.ts';

export interface PartProps {
  home: NamespaceRef;
  isDisabled: boolean;
  onStart(task: BulkTask): void;
}

/** The fields of issues: status, assignee, milestone, iteration, parent, health, weight. */
export function IssueParts(props: PartProps) {
  const hasStatuses = useFeature('statuses');
  const hasHealth = useFeature('health_status');
  const hasIterations = useFeature('iterations');
  const hasMilestones = useFeature('milestones');
  const { formatMessage } = useIntl();
  const { home, isDisabled, onStart } = props;
  const pick = (
    name: string,
    none: string,
    options: OptionsFor,
    change: (option: PickerOption | null) => BulkChange,
    people?: NamespaceRef,
  ): ReactElement => (
    <BulkPick
      name={name}
      none={none}
      options={options}
      peopleOf={people}
      isDisabled={isDisabled}
      onPick={(option) => onStart({ title: `${name}: ${option?.title ?? none}`, change: change(option) })}
    />
  );
  const weights = (search: string): PickerOption[] =>
    /^\d{1,9}$/.test(search)
      ? [{ value: search, title: String(Number(search)) }]
      : ['0', '1', '2', '3', '5', '8', '13'].map((value) => ({ value, title: value }));
  return (
    <>
      {hasStatuses && <StatusPart type="issue" {...props} />}
      {pick(
        formatMessage(messages.assignee),
        formatMessage(messages.noAssignee),
        peopleOf(home),
        (person) => ({
          assigneesWidget: { assigneeIds: person ? [person.value] : [] },
        }),
        home,
      )}
      {hasMilestones &&
        pick(
          formatMessage(messages.milestone),
          formatMessage(messages.noMilestone),
          milestonesOf(home),
          (milestone) => ({
            milestoneWidget: { milestoneId: milestone?.value ?? null },
          }),
        )}
      {hasIterations &&
        pick(
          formatMessage(messages.iteration),
          formatMessage(messages.noIteration),
          iterationsOf(home),
          (iteration) => ({
            iterationWidget: { iterationId: iteration?.value ?? null },
          }),
        )}
      <ParentPart {...props} />
      {hasHealth && <HealthPart {...props} />}
      {pick(formatMessage(messages.weight), formatMessage(messages.noWeight), fixed('weights', weights), (option) => ({
        weightWidget: { weight: option ? Number(option.value) : null },
      }))}
    </>
  );
}

/** The status, the owner, the health, the parent and the select fields of epics. */
export function EpicParts(props: PartProps) {
  const hasStatuses = useFeature('statuses');
  const hasHealth = useFeature('health_status');
  const intl = useIntl();
  return (
    <>
      {hasStatuses && <StatusPart type="epic" {...props} />}
      <OwnerPart {...props} />
      {hasHealth && <HealthPart {...props} />}
      <ParentPart {...props} />
      {epicSelectFields.map((name) => {
        const title = intl.formatMessage(selectLooks[name].title);
        return (
          <BulkPick
            key={name}
            name={title}
            options={fixedOptions(name, selectOptions(name, intl))}
            isDisabled={props.isDisabled}
            onPick={(option) =>
              option &&
              props.onStart({
                title: `${title}: ${option.title}`,
                change: { [name]: option.value.toUpperCase() } as SentSelects,
              })
            }
          />
        );
      })}
    </>
  );
}

/** The status of all selected items: of the lifecycle that items of this type follow. */
function StatusPart({ home, type, isDisabled, onStart }: PartProps & { type: WorkItemType }) {
  const name = useIntl().formatMessage(messages.status);
  return (
    <BulkPick
      name={name}
      options={useStatusOptions(home.fullPath, type)}
      isDisabled={isDisabled}
      onPick={(status) =>
        status && onStart({ title: `${name}: ${status.title}`, change: { statusWidget: { status: status.value } } })
      }
    />
  );
}

/** The owner of all selected epics. */
function OwnerPart({ home, isDisabled, onStart }: PartProps) {
  const { formatMessage } = useIntl();
  const name = formatMessage(messages.owner);
  const none = formatMessage(messages.noOwner);
  return (
    <BulkPick
      name={name}
      none={none}
      options={peopleOf(home)}
      peopleOf={home}
      isDisabled={isDisabled}
      onPick={(person) =>
        onStart({
          title: `${name}: ${person?.title ?? none}`,
          change: { assigneesWidget: { assigneeIds: person ? [person.value] : [] } },
        })
      }
    />
  );
}

/** The health status of all selected items. */
function HealthPart({ isDisabled, onStart }: PartProps) {
  const { formatMessage } = useIntl();
  const name = formatMessage(messages.health);
  const none = formatMessage(messages.noHealth);
  const options = healthStatuses.map((value) => ({ value, title: formatMessage(itemMessages[value]) }));
  return (
    <BulkPick
      name={name}
      none={none}
      options={fixedOptions('health', options)}
      isDisabled={isDisabled}
      onPick={(option) =>
        onStart({
          title: `${name}: ${option?.title ?? none}`,
          change: {
            healthStatusWidget: { healthStatus: healthStatuses.find((value) => value === option?.value) ?? null },
          },
        })
      }
    />
  );
}

/** The parent of all selected items. */
function ParentPart({ home, isDisabled, onStart }: PartProps) {
  const { formatMessage } = useIntl();
  const name = formatMessage(home.kind === 'project' ? messages.epic : messages.parent);
  const none = formatMessage(messages.noEpic);
  return (
    <BulkPick
      name={name}
      none={none}
      options={epicsOf(home)}
      isDisabled={isDisabled}
      onPick={(epic) =>
        onStart({
          title: `${name}: ${epic?.title ?? none}`,
          change: { hierarchyWidget: { parentId: epic && itemGid(epic.value) } },
        })
      }
    />
  );
}

export interface MorePartsProps extends Pick<PartProps, 'isDisabled'> {
  binary(title: string, change: BulkChange, undo: BulkChange): ReactElement;
}

/** Settings with two values: confidentiality and the lock of the discussion. */
export function MoreParts({ isDisabled, binary }: MorePartsProps) {
  const { formatMessage } = useIntl();
  const [secret, open] = [{ confidential: true }, { confidential: false }];
  const [locked, unlocked] = [
    { notesWidget: { discussionLocked: true } },
    { notesWidget: { discussionLocked: false } },
  ];
  return (
    <PartMenu label={formatMessage(messages.more)} isDisabled={isDisabled}>
      {binary(formatMessage(messages.makeConfidential), secret, open)}
      {binary(formatMessage(messages.makeOpen), open, secret)}
      {binary(formatMessage(messages.lock), locked, unlocked)}
      {binary(formatMessage(messages.unlock), unlocked, locked)}
    </PartMenu>
  );
}

/** Static options that need no request. */
function fixed(name: string, offered: (search: string) => PickerOption[]): OptionsFor {
  return (search) => ({ queryKey: ['options', name, search], queryFn: () => Promise.resolve(offered(search)) });
}
