import { defineMessages } from '../../../ui/text/messages.ts';

/** Messages of the height of rows and the colors of bars. */
export const appearanceMessages = defineMessages({
  density: { id: 'roadmap.density', defaultMessage: 'Density' },
  comfortable: { id: 'roadmap.comfortable', defaultMessage: 'Comfortable' },
  compact: { id: 'roadmap.compact', defaultMessage: 'Compact' },
  colorBy: { id: 'roadmap.colorBy', defaultMessage: 'Color by' },
  epicColor: { id: 'roadmap.epicColor', defaultMessage: 'Epic color' },
  health: { id: 'roadmap.colorHealth', defaultMessage: 'Health' },
  status: { id: 'roadmap.groupByStatus', defaultMessage: 'Status' },
  progress: { id: 'roadmap.colorProgress', defaultMessage: 'Progress' },
  group: { id: 'roadmap.colorGroup', defaultMessage: 'Group' },
  labelsNeedRoom: { id: 'roadmap.labelsNeedRoom', defaultMessage: 'Available in comfortable rows' },
});
