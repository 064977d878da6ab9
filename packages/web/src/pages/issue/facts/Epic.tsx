import { useIntl } from 'react-intl';
import { ParentWidget } from '../../../modules/work-items/sidebar/ParentWidget.tsx';
import { sidebarMessages } from '../../../modules/work-items/sidebar/messages.ts';
import type { FactProps } from './fact.ts';

/** The parent epic. */
export function Epic({ issue, home, mayEdit, save }: FactProps) {
  const { formatMessage } = useIntl();
  return (
    <ParentWidget
      name={formatMessage(sidebarMessages.epic)}
      parent={issue.epic}
      home={home}
      mayEdit={mayEdit}
      onSave={(parentId, epic) => save({ hierarchyWidget: { parentId } }, (view) => ({ ...view, epic }))}
    />
  );
}
