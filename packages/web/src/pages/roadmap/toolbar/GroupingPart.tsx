import { useIntl } from 'react-intl';
import { isSameGroupKey, type GroupKey } from '@milepost/core/roadmap/lanes/grouping';
import { Segmented } from '../../../ui/field/Segmented.tsx';
import { Toggle } from '../../../ui/field/Toggle.tsx';
import { Loading } from '../../../ui/progress/Spinner.tsx';
import { useGroupChoices, type GroupByMenuProps } from '../lanes/GroupByItems.tsx';
import { groupMessages as messages } from '../lanes/group-messages.ts';
import { directionMessage, partsOfSort, sortDirections, sortFields, sortMessages } from '../lanes/sorts.ts';
import styles from './drawer.module.css';
import { RadioList } from './RadioList.tsx';
import { loadingLabel } from '../../../ui/text/messages.ts';

/** Lanes and order, for small screens, whose toolbar has no room for them. */
export function GroupingPart({ fullPath, settings, change }: GroupByMenuProps) {
  const { formatMessage } = useIntl();
  const { groupBy, thenBy } = settings;
  const { field, direction } = partsOfSort(settings.sortedBy);
  const choices = useGroupChoices({ fullPath, settings });
  if (!choices) return <Loading label={formatMessage(loadingLabel)} />;
  const none = { value: '', label: formatMessage(messages.NONE) };
  const optionsWithout = (taken: GroupKey | null) => [
    none,
    ...choices.flatMap(({ key, name }) => (isSameGroupKey(key, taken) ? [] : [{ value: key, label: name }])),
  ];
  const valueOf = (key: GroupKey | null): string => choices.find((each) => isSameGroupKey(each.key, key))?.key ?? '';
  const keyOf = (value: string): GroupKey | null => choices.find(({ key }) => key === value)?.key ?? null;
  return (
    <>
      <h3>{formatMessage(messages.groupBy)}</h3>
      <RadioList
        label={formatMessage(messages.groupBy)}
        value={valueOf(groupBy)}
        options={optionsWithout(null)}
        onChange={(value) =>
          change((now) => {
            const key = keyOf(value);
            return {
              ...now,
              groupBy: key,
              thenBy: key === null || isSameGroupKey(now.thenBy, key) ? null : now.thenBy,
            };
          })
        }
      />
      {groupBy !== null && (
        <>
          <h3>{formatMessage(messages.thenBy)}</h3>
          <RadioList
            label={formatMessage(messages.thenBy)}
            value={valueOf(thenBy)}
            options={optionsWithout(groupBy)}
            onChange={(value) => change((now) => ({ ...now, thenBy: keyOf(value) }))}
          />
          <Toggle
            className={styles.toggle ?? ''}
            checked={settings.isShowingEmptyLanes}
            onChange={(isShowingEmptyLanes) => change((now) => ({ ...now, isShowingEmptyLanes }))}
          >
            {formatMessage(messages.showEmptyLanes)}
          </Toggle>
        </>
      )}
      <h3>{formatMessage(sortMessages.sortBy)}</h3>
      <RadioList
        label={formatMessage(sortMessages.sortBy)}
        value={field}
        options={sortFields.map((value) => ({ value, label: formatMessage(sortMessages[value]) }))}
        onChange={(value) => change((now) => ({ ...now, sortedBy: `${value}_${direction}` }))}
      />
      <Segmented
        label={formatMessage(sortMessages.sortBy)}
        value={direction}
        options={sortDirections.map((value) => ({ value, label: formatMessage(directionMessage(value)) }))}
        onChange={(value) => change((now) => ({ ...now, sortedBy: `${field}_${value}` }))}
      />
    </>
  );
}
