import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, ImagePlus, Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useRef, useState, type ClipboardEvent, type DragEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ErrorState } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { filesDropped, filesPasted, hasFiles } from '../../ui/editor/editor-files.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { Count } from '../../ui/text/text.tsx';
import { UploadList } from '../uploads/UploadList.tsx';
import { useQueue } from '../uploads/use-queue.ts';
import { metricImagesPath, metricImagesQuery, type ImagesOwner, type MetricImage } from './api.ts';
import { metricMessages as messages } from './messages.ts';
import styles from './MetricImages.module.css';

const EditDialog = lazy(async () => ({ default: (await import('./MetricImageDialogs.tsx')).EditDialog }));
const RemoveDialog = lazy(async () => ({ default: (await import('./MetricImageDialogs.tsx')).RemoveDialog }));

/** The file types that the server displays inline; it also checks the bytes. */
const ACCEPTED = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

export interface MetricImagesProps {
  owner: ImagesOwner;
  mayUpdate: boolean;
}

/** The metric images of an incident; nothing if there are none and the viewer may not add one. */
export function MetricImages({ owner, mayUpdate }: MetricImagesProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const query = useQuery(metricImagesQuery(owner));
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [asking, setAsking] = useState<{ about: MetricImage; what: 'edit' | 'remove' } | null>(null);
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: metricImagesQuery(owner).queryKey });
  const { queue, items } = useQueue<MetricImage>({
    url: metricImagesPath(owner),
    accept: ACCEPTED,
    onDone: () => void refresh(),
    onFailed: () => undefined,
  });
  const images = query.data ?? [];
  if (images.length === 0 && !mayUpdate) return null;

  const drag = (event: DragEvent): void => {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    setOver(event.type === 'dragover');
    if (event.type === 'drop') queue.add(filesDropped(event.dataTransfer));
  };
  const paste = (event: ClipboardEvent): void => {
    const files = filesPasted(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    queue.add(files);
  };
  const taking = mayUpdate && { onDragOver: drag, onDragLeave: drag, onDrop: drag, onPaste: paste };
  const close = (): void => setAsking(null);
  const done = (): void => {
    close();
    void refresh();
  };
  return (
    <Section
      title={<FormattedMessage {...messages.title} />}
      after={<Count value={images.length} />}
      end={
        mayUpdate && (
          <Button size="small" icon={ImagePlus} onClick={() => chooser.current?.click()}>
            <FormattedMessage {...messages.add} />
          </Button>
        )
      }
    >
      <div className={styles.box} data-over={isOver || undefined} {...taking}>
        {query.isError && (
          <ErrorState onRetry={() => void query.refetch()}>
            <FormattedMessage {...messages.loadFailed} />
          </ErrorState>
        )}
        {images.length > 0 && (
          <ul className={styles.images}>
            {images.map((image) => (
              <Image
                key={image.id}
                image={image}
                onAsk={mayUpdate ? (what) => setAsking({ about: image, what }) : null}
              />
            ))}
          </ul>
        )}
        {mayUpdate && (
          <button type="button" className={styles.hint} onClick={() => chooser.current?.click()}>
            <FormattedMessage {...messages.hint} />
          </button>
        )}
        {mayUpdate && (
          <input
            ref={chooser}
            type="file"
            accept={ACCEPTED.join(',')}
            multiple
            hidden
            aria-label={formatMessage(messages.add)}
            onChange={(event) => {
              queue.add([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        )}
        <UploadList queue={queue} items={items} hidesDone />
      </div>
      {asking && (
        <Suspense fallback={null}>
          {asking.what === 'edit' ? (
            <EditDialog owner={owner} image={asking.about} onClose={close} onDone={done} />
          ) : (
            <RemoveDialog owner={owner} image={asking.about} onClose={close} onDone={done} />
          )}
        </Suspense>
      )}
    </Section>
  );
}

function Image({ image, onAsk }: { image: MetricImage; onAsk: ((what: 'edit' | 'remove') => void) | null }) {
  const { formatMessage } = useIntl();
  const { filename: name, url } = image;
  const label = image.url_text ?? url ?? name;
  return (
    <li className={styles.image}>
      <div className={styles.caption}>
        {url === null ? (
          <span>{label}</span>
        ) : (
          <a href={url} target="_blank" rel="nofollow noopener noreferrer">
            {label}
            <Icon of={ExternalLink} size={14} />
          </a>
        )}
        {onAsk && (
          <span className={styles.tools}>
            <IconButton
              icon={Pencil}
              size="small"
              label={formatMessage(messages.edit, { name })}
              onClick={() => onAsk('edit')}
            />
            <IconButton
              icon={Trash2}
              size="small"
              label={formatMessage(messages.remove, { name })}
              onClick={() => onAsk('remove')}
            />
          </span>
        )}
      </div>
      <a href={image.file_path} target="_blank" rel="noreferrer">
        <img src={image.file_path} alt={label} loading="lazy" decoding="async" />
      </a>
    </li>
  );
}
