import { FileImage, FileSpreadsheet, FileText, type LucideIcon, Presentation, Projector, Shapes } from 'lucide-react';
import { useIntl } from 'react-intl';
import { formatDay, localDayOf } from '@milepost/core/days';
import { printQuery } from '@milepost/core/query';
import { isSoft } from '@milepost/core/roadmap/appearance';
import { addedColumns, type AddedColumn } from '@milepost/core/roadmap/csv-columns';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { writeSettings } from '@milepost/core/roadmap/settings';
import { restPath } from '../../../platform/api/rest.ts';
import { MenuItem, MenuTitle } from '../../../ui/overlay/Menu.tsx';
import { sharedPath } from '../../../platform/session/session.ts';
import { isBehindLink } from '../data/request.ts';
import type { ImageFormat, ToolTask } from '../views/task.ts';
import { download } from '../../../platform/api/download.ts';
import { exportMessages as messages, presentationMessages } from './messages.ts';

export interface ExportItemsProps {
  fullPath: string;
  settings: RoadmapSettings;
  onTask: (task: ToolTask) => void;
  /** Replaces each item's icon. */
  icon?: LucideIcon;
  /** A heading with their content. */
  hasNote?: boolean;
}

/** The export formats of a roadmap. */
export function ExportItems({ fullPath, settings, onTask, icon, hasNote = false }: ExportItemsProps) {
  const { formatMessage } = useIntl();
  const table = (mark: boolean): void => {
    const today = formatDay(localDayOf(new Date()));
    const base = isBehindLink()
      ? `${sharedPath()}/roadmap.csv?`
      : `${restPath(`/groups/${encodeURIComponent(fullPath)}/roadmap.csv`)}?${printQuery(writeSettings(settings))}&`;
    const columns = columnsOf(settings).join(',');
    // URLs do not have the folded lanes: they are kept with the settings.
    const folded = settings.groupBy && settings.folded ? `&folded=${encodeURIComponent(settings.folded)}` : '';
    download(`${base}today=${today}${mark ? '&bom=true' : ''}${columns && `&columns=${columns}`}${folded}`, '');
  };
  const image = (format: ImageFormat) => () => onTask({ kind: 'image', format });
  return (
    <>
      {hasNote && <MenuTitle>{formatMessage(messages.note)}</MenuTitle>}
      <MenuItem icon={icon ?? FileSpreadsheet} onSelect={() => table(false)}>
        {formatMessage(messages.csv)}
      </MenuItem>
      <MenuItem icon={icon ?? FileSpreadsheet} onSelect={() => table(true)}>
        {formatMessage(messages.excel)}
      </MenuItem>
      <MenuItem icon={icon ?? Shapes} onSelect={image('svg')}>
        {formatMessage(messages.svg)}
      </MenuItem>
      <MenuItem icon={icon ?? FileImage} onSelect={image('png')}>
        {formatMessage(messages.png)}
      </MenuItem>
      <MenuItem icon={icon ?? FileText} onSelect={image('pdf')}>
        {formatMessage(messages.pdf)}
      </MenuItem>
      <MenuItem icon={icon ?? Presentation} onSelect={image('slides')}>
        {formatMessage(messages.slides)}
      </MenuItem>
      <MenuItem icon={icon ?? Projector} onSelect={() => onTask({ kind: 'present' })}>
        {formatMessage(presentationMessages.present)}
      </MenuItem>
    </>
  );
}

/** Added columns for settings beyond the documented ones. */
function columnsOf(settings: RoadmapSettings): readonly AddedColumn[] {
  const { groupBy, thenBy, compare } = settings;
  return addedColumns.filter((column) => {
    if (column === 'lane' || column === 'lane_folded') return groupBy !== null;
    if (column === 'second_lane') return thenBy !== null;
    return column === 'drift' ? compare !== null : groupBy !== null || compare !== null || isSoft(settings);
  });
}
