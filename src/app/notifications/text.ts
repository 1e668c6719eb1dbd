/** The texts of notifications, shared by the Node server and the Worker. */
import type { RuntimeOptions } from '../../core/index.ts';
import type { DeliveryReceipt } from '../../ports/forwarded-mailbox.ts';

type Waiting = Parameters<NonNullable<RuntimeOptions['onWaiting']>>[0];

export const formatMailNotification = ({ sender, subject }: DeliveryReceipt): string =>
  `New mail from ${sender || 'an unknown sender'}: ${subject || '(no subject)'}`;

export const formatApprovalNotification = ({ tool, risk, url, approvalId }: Waiting): string => {
  const command = url === undefined ? ` Decide with: deputize approvals show ${approvalId}` : '';
  return `${tool} (${risk} risk) waits for you.${command}`;
};
