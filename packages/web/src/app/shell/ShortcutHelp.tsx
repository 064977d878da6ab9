import { Fragment } from 'react';
import { FormattedMessage } from 'react-intl';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { defineMessages } from '../../ui/text/messages.ts';
import { Key } from '../../ui/text/text.tsx';
import { shortcutsOfPage } from '../../platform/shortcuts/registry.ts';
import styles from './ShortcutHelp.module.css';

const messages = defineMessages({
  title: { id: 'shortcuts.title', defaultMessage: 'Keyboard shortcuts' },
  andThen: { id: 'shortcuts.andThen', defaultMessage: 'then' },
});

/** The keyboard shortcuts of the current page. */
export function ShortcutHelp({ onClose }: { onClose(): void }) {
  return (
    <Dialog title={<FormattedMessage {...messages.title} />} onClose={onClose}>
      <dl className={styles.list}>
        {shortcutsOfPage()
          .filter(({ keys }) => keys !== '')
          .map(({ keys, title }) => (
            <div key={keys}>
              <dt>
                {keys.split(' ').map((key, index) => (
                  <Fragment key={key}>
                    {index > 0 && (
                      <small>
                        <FormattedMessage {...messages.andThen} />
                      </small>
                    )}
                    <Key>{key}</Key>
                  </Fragment>
                ))}
              </dt>
              <dd>{title}</dd>
            </div>
          ))}
      </dl>
    </Dialog>
  );
}
