import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CirclePause, CirclePlay, CircleX, LoaderCircle, Power } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { Badge, type Tone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { ErrorNotice } from '@/components/ui/error-notice';
import { NameDialog } from '@/components/ui/name-dialog';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { keepFocus } from '@/components/ui/restore-focus';
import { Scroller } from '@/components/ui/scroller';
import { SkeletonRows } from '@/components/ui/skeleton';
import { TableHead, type Column } from '@/components/ui/table-head';
import { useNow } from '@/features/jobs/use-now';
import { formatNumber } from '@/lib/format';
import { serverSentence } from '@/lib/messages/server-sentences';
import { formatSeconds } from '@/lib/time';
import { showToast } from '@/lib/toasts';

import { servicesOptions, useSendAgain, useSwitchOff } from '../api/services';
import { serviceHealth, sortServices, type Service, type ServiceHealth } from '../model/services';
import styles from './operations.module.css';
import own from './service-list.module.css';

const ANSWERS = t({ message: 'Answers', context: 'of a service' });

const HEALTH: Record<ServiceHealth, { tone: Tone; Icon: typeof CircleX; label: (service: Service) => string }> = {
  off: { tone: 'warning', Icon: CirclePause, label: () => t`Switched off` },
  resting: {
    tone: 'danger',
    Icon: CircleX,
    label: ({ secondsLeft }) => (secondsLeft ? t`Gets no requests for ${formatSeconds(secondsLeft)}` : t`Is tried with the next request`),
  },
  tried: { tone: 'info', Icon: LoaderCircle, label: () => t`Being tried` },
  failing: { tone: 'success', Icon: CircleAlert, label: () => ANSWERS },
  fine: { tone: 'success', Icon: CircleCheck, label: () => ANSWERS },
};

const KINDS: Readonly<Record<string, string>> = { llm: t`Language model`, embedder: t`Search model`, analyzer: t`Remote analyzer` };

const kindOf = ({ kind, title }: Service) => KINDS[kind] ?? title;
const titleOf = (service: Service) => `${kindOf(service)} ${service.target}`;

const REASON_LENGTH = 200;

const EXTRA = classNames(styles['number'], styles['extra']);

const COLUMNS: readonly Column[] = [
  { label: t`Service` },
  { label: t`State` },
  { label: t`Failed calls`, className: EXTRA },
  { label: t`Not sent`, className: EXTRA, title: t`Calls that were refused because the service got no requests` },
  { label: t`Last failure`, className: styles['spare'] },
  { label: t`Actions`, hidden: true },
];

interface RowProps {
  service: Service;
  now: number;
  /** its requests are being switched on */
  busy: boolean;
  onSendAgain: () => void;
  onSwitchOff: () => void;
}

function State({ service, health }: { service: Service; health: ServiceHealth }) {
  const { tone, Icon, label } = HEALTH[health];
  return (
    <td className={own['state']}>
      <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
        {label(service)}
      </Badge>
      {health === 'off' && <div className={own['reason']}>{service.reason}</div>}
      <div className="muted small">{service.lastStateChange && <RelativeTime iso={service.lastStateChange} />}</div>
    </td>
  );
}

function LastFailure({ service: { isSwitchedOff, reason, lastFailureTime } }: { service: Service }) {
  return (
    <td className={classNames(styles['spare'], own['reason'])}>
      {lastFailureTime && !isSwitchedOff && serverSentence(reason)}
      <div className="muted small">{lastFailureTime && <RelativeTime iso={lastFailureTime} />}</div>
    </td>
  );
}

function ServiceRow({ service, now, busy, onSendAgain, onSwitchOff }: RowProps) {
  const { target, owner, tenant, totalCalls, failedCalls, rejectedCalls } = service;
  const health = serviceHealth(service, now);
  const title = titleOf(service);
  return (
    <tr>
      <th scope="row" className={classNames(styles['name'], own['service'])}>
        {kindOf(service)}
        <div className="muted small">
          {target}
          {owner !== '' && ` · ${tenant?.name ?? t`deleted account`}`}
        </div>
      </th>
      <State service={service} health={health} />
      <td className={classNames(EXTRA, failedCalls === 0 && styles['none'])}>{t`${formatNumber(failedCalls)} of ${formatNumber(totalCalls)}`}</td>
      <td className={classNames(EXTRA, rejectedCalls === 0 && styles['none'])}>{formatNumber(rejectedCalls)}</td>
      <LastFailure service={service} />
      <td>
        <div className={own['actions']}>
          {health !== 'off' && (
            <Button size="small" icon={<Power aria-hidden="true" />} aria-label={t`Switch off: ${title}`} onClick={onSwitchOff}>
              {t`Switch off…`}
            </Button>
          )}
          {health !== 'failing' && health !== 'fine' && (
            <Button size="small" icon={<CirclePlay aria-hidden="true" />} aria-label={t`Send requests again: ${title}`} busy={busy} onClick={onSendAgain}>
              {t`Send requests again`}
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}

function SwitchOffDialog({ service, onClose }: { service: Service; onClose: () => void }) {
  const title = titleOf(service);
  return (
    <NameDialog
      title={t`Switch off: ${title}`}
      place={`switch-off:${service.name}`}
      description={t`It gets no requests until you send them again. Jobs that need it wait; people get an error.`}
      label={t`Reason`}
      maxLength={REASON_LENGTH}
      confirm={t`Switch off`}
      mutation={useSwitchOff()}
      inputFor={(reason) => ({ name: service.name, reason })}
      onClose={onClose}
    />
  );
}

function ServiceTable({ services }: { services: readonly Service[] }) {
  const sendAgain = useSendAgain();
  const [chosen, setChosen] = useState<Service>();
  const now = useNow(true);
  // The button that was pressed is gone when the service gets requests.
  const wasPressed = useRef(false);
  useEffect(() => {
    if (!wasPressed.current || document.activeElement !== document.body) return;
    keepFocus();
    wasPressed.current = false;
  });
  const send = (service: Service) => {
    const title = titleOf(service);
    wasPressed.current = true;
    sendAgain.mutate(service.name, { onSuccess: () => showToast({ text: t`Gets requests again: ${title}` }) });
  };
  const { shown, fine } = sortServices(services, now);
  const table = (rows: readonly Service[]) => (
    <table className={classNames(styles['table'], own['services'])}>
      <TableHead columns={COLUMNS} />
      <tbody>
        {rows.map((service) => (
          <ServiceRow
            key={service.name}
            service={service}
            now={now}
            busy={sendAgain.isPending && sendAgain.variables === service.name}
            onSendAgain={() => send(service)}
            onSwitchOff={() => setChosen(service)}
          />
        ))}
      </tbody>
    </table>
  );
  return (
    <Scroller label={t`Other services`}>
      {shown.length > 0 && table(shown)}
      {fine.length > 0 && (
        <details className={own['fine']}>
          <summary>{plural(fine.length, { one: '# service answers', other: '# services answer' })}</summary>
          {table(fine)}
        </details>
      )}
      {chosen && <SwitchOffDialog service={chosen} onClose={() => setChosen(undefined)} />}
    </Scroller>
  );
}

/** The services that Cartulary has called within a day: whether they answer, and whether they get requests. */
export function ServiceList() {
  const services = useQuery(servicesOptions);
  if (services.isPending) return <SkeletonRows rows={3} label={t`Loading the services`} />;
  if (services.isError) return <ErrorNotice title={t`The services could not be loaded`} error={services.error} onRetry={() => void services.refetch()} />;
  if (services.data.length === 0) {
    return (
      <Notice icon={<CircleCheck />} title={t`No other service has been called within a day.`}>
        {t`Language models, search models on other servers and remote analyzers are listed here once they are used.`}
      </Notice>
    );
  }
  return <ServiceTable services={services.data} />;
}
