import { useIntl } from 'react-intl';
import { ParentWidget } from '../../../modules/work-items/sidebar/ParentWidget.tsx';
import { sidebarWords } from '../../../modules/work-items/sidebar/words.ts';
import type { FactProps } from './fact.tsx';

/** The epic it belongs to. */
export function Epic({ issue, home, mayEdit, save }: FactProps) {
  const { formatMessage } = useIntl();
  return (
    <ParentWidget
      name={formatMessage(sidebarWords.epic)}
      parent={issue.epic}
      home={home}
      mayEdit={mayEdit}
      onSave={(parentId, epic) => save({ hierarchyWidget: { parentId } }, (view) => ({ ...view, epic }))}
    />
  );
}
