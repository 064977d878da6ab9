import { useIntl } from 'react-intl';
import { UrlWidget } from '../../../modules/work-items/sidebar/UrlWidget.tsx';
import { sidebarMessages as messages } from '../../../modules/work-items/sidebar/messages.ts';
import { typeOf } from '../../../modules/work-items/type-of.ts';
import type { FactProps } from './fact.ts';

/** Its meeting link, and the public status page of an incident. */
export function Links({ issue, mayEdit, save }: FactProps) {
  const { formatMessage } = useIntl();
  return (
    <>
      <UrlWidget
        name={formatMessage(messages.meeting)}
        url={issue.zoomMeetingUrl}
        mayEdit={mayEdit}
        onSave={(url) => save({ zoomMeetingUrl: url ?? '' }, (view) => ({ ...view, zoomMeetingUrl: url }))}
      />
      {typeOf(issue.type) === 'incident' && (
        <UrlWidget
          name={formatMessage(messages.published)}
          url={issue.publishedIncidentUrl}
          mayEdit={mayEdit}
          onSave={(url) =>
            save({ publishedIncidentUrl: url ?? '' }, (view) => ({ ...view, publishedIncidentUrl: url }))
          }
        />
      )}
    </>
  );
}
