import { progressClasses } from '@milepost/core/filters/signal-values';
import { colorClassOf, noValue, otherGroups, type ColorChoice, type ColorClass, type ColorSource } from './coloring.ts';

/** The classes of these epics, each once, in the order of the legend. */
export function colorClassesOf(epics: readonly ColorSource[], choice: ColorChoice): ColorClass[] {
  const found = new Map<string, ColorClass>();
  for (const epic of epics) {
    if (epic.isClosed) continue;
    const each = colorClassOf(epic, choice);
    if (!found.has(each.key)) found.set(each.key, each);
  }
  const order = choice.colorBy === 'STATUS' ? statusesOf(epics) : orderOf(choice);
  const rank = ({ key }: ColorClass) => {
    if (key === noValue || key === otherGroups) return order.length + 1;
    const index = order.indexOf(key);
    return index === -1 ? order.length : index;
  };
  return [...found.values()].toSorted((one, other) => rank(one) - rank(other) || (one.key < other.key ? -1 : 1));
}

function orderOf({ colorBy, groups }: ColorChoice): readonly string[] {
  if (colorBy === 'HEALTH') return ['onTrack', 'needsAttention', 'atRisk'];
  if (colorBy === 'PROGRESS') return progressClasses;
  return colorBy === 'GROUP' ? groups : [];
}

/** The names of their statuses, in the order of the lifecycle. */
function statusesOf(epics: readonly ColorSource[]): string[] {
  const statuses = epics.flatMap(({ status }) => status ?? []);
  return statuses.toSorted((one, other) => one.position - other.position).map(({ name }) => name);
}
