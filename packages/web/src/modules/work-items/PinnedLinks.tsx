import { Radio, Video } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { buttonLook } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import styles from './ItemLayout.module.css';
import { itemMessages } from './messages.ts';

/** The public status page and the meeting link of an incident, if set. */
export function PinnedLinks({
  publishedUrl,
  meetingUrl,
}: {
  publishedUrl: string | null | undefined;
  meetingUrl: string | null | undefined;
}) {
  const links = [
    { url: publishedUrl, icon: Radio, name: itemMessages.publishedIncident },
    { url: meetingUrl, icon: Video, name: itemMessages.joinMeeting },
  ].filter((link) => link.url);
  if (links.length === 0) return null;
  return (
    <div className={styles.pinned}>
      {links.map(({ url, icon, name }) => (
        <a
          key={name.id}
          href={url ?? ''}
          target="_blank"
          rel="noopener noreferrer nofollow"
          {...buttonLook('secondary', 'small')}
        >
          <Icon of={icon} size={14} />
          <FormattedMessage {...name} />
        </a>
      ))}
    </div>
  );
}
