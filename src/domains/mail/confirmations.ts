/** Recognises requests of mail providers to confirm a forwarding address. The link is shown to the person, never opened. */
export interface ForwardingConfirmation {
  readonly provider: string;
  readonly account: string | undefined;
  readonly code: string | undefined;
  readonly link: string | undefined;
}

interface Provider {
  readonly name: string;
  /** Domains of its mail addresses and of its links. */
  readonly domains: readonly string[];
  /** For providers that send these requests from a dedicated address. */
  readonly addresses?: readonly string[];
}

const PROVIDERS: readonly Provider[] = [
  { name: 'Gmail', domains: ['google.com', 'gmail.com'], addresses: ['forwarding-noreply@google.com'] },
  {
    name: 'Outlook',
    domains: ['microsoft.com', 'outlook.com', 'live.com', 'hotmail.com', 'office365.com', 'office.com'],
  },
  { name: 'Yahoo', domains: ['yahoo.com', 'yahoo-inc.com', 'yahooinc.com', 'aol.com'] },
  { name: 'iCloud', domains: ['apple.com', 'icloud.com'] },
  { name: 'Zoho', domains: ['zoho.com', 'zoho.eu', 'zoho.in', 'zohomail.com', 'zohocorp.com'] },
  { name: 'Fastmail', domains: ['fastmail.com', 'fastmailteam.com', 'messagingengine.com'] },
  { name: 'Proton', domains: ['proton.me', 'protonmail.com', 'protonmail.ch'] },
  { name: 'GMX', domains: ['gmx.com', 'gmx.net', 'gmx.de', 'gmx.at', 'gmx.ch'] },
  { name: 'WEB.DE', domains: ['web.de'] },
  { name: 'Yandex', domains: ['yandex.ru', 'yandex.com', 'yandex-team.ru', 'ya.ru'] },
  { name: 'Mail.ru', domains: ['mail.ru', 'corp.mail.ru'] },
  { name: 'Cloudflare', domains: ['cloudflare.com'] },
];

/** Beginnings of words for "forward" in the languages of the providers. */
const FORWARDING =
  /forward|weiterleit|transf[eé]r|redirec|r[eé]exp[eé]d|reenv[ií]o|reenviar|inoltr|encaminha|reencaminha|doorstur|vidarebefordr|videresend|edelleenläh|välit|przekaz|przekierow|přepos|preposiel|továbbít|редирект|пересыл|переадрес|пересил|yönlendir|ilet|προώθησ|転送|转发|轉寄|전달|توجيه|העברה|chuyển tiếp|penerusan/iu;
/** Beginnings of words for "confirm". */
const CONFIRMING =
  /confirm|verif|best[äa]tig|bekr[æa]ft|bekräft|bevestig|vahvist|potwierd|potvr|meger[őo]s|подтвер|підтвер|onay|do[ğg]rula|επιβεβαί|確認|确认|確認|확인|تأكيد|אישור|xác nhận|konfirmasi|code|accept/iu;

const LINK = /https:\/\/[^\s<>"')\]]+/g;
const CONFIRMING_LINK = /confirm|verif|\/vf-|\/f-|accept|approve|activat|forward|token|code=/i;
const CODE_AFTER =
  /(?:code|c[oó]digo|codice|kod|koodi|kód|код|コード|代码|代碼|验证码|驗證碼|코드|κωδικός)[^\S\n]?[^\n\d]{0,60}[:：]?\s{0,3}#?\s?(\d{4,12}|[A-Z0-9]{6,12})(?![\w-])/iu;
const CODE_IN_SUBJECT = /\(#?\s?(\d{5,12})\)|#(\d{5,12})/;
const ADDRESS = /[^\s<>[\]()"',;:]+@[^\s<>[\]()"',;:]+\.[\p{L}\p{N}-]{2,}/gu;
const LOOKED_AT = 20_000;

export function findConfirmation(mail: {
  readonly sender: string;
  readonly subject: string;
  readonly text: string;
}): ForwardingConfirmation | undefined {
  const from = [...mail.sender.matchAll(ADDRESS)].at(-1)?.[0]?.toLowerCase();
  if (from === undefined) return undefined;
  const provider = PROVIDERS.find(({ domains }) => matchesDomain(from.slice(from.lastIndexOf('@') + 1), domains));
  if (!provider) return undefined;
  const text = mail.text.slice(0, LOOKED_AT);
  const isAboutForwarding = FORWARDING.test(mail.subject) || (FORWARDING.test(text) && CONFIRMING.test(mail.subject));
  if (!provider.addresses?.includes(from) && !(isAboutForwarding && CONFIRMING.test(`${mail.subject}\n${text}`)))
    return undefined;
  const link = (text.match(LINK) ?? []).map(trimmed).find((found) => isConfirmationLink(found, provider.domains));
  const inSubject = CODE_IN_SUBJECT.exec(mail.subject);
  const code = inSubject?.[1] ?? inSubject?.[2] ?? CODE_AFTER.exec(text)?.[1];
  if (code === undefined && link === undefined) return undefined;
  return { provider: provider.name, account: findAccount(mail.subject, text, provider), code, link };
}

/** Whether a link confirms the forwarding and leads only to the provider. */
function isConfirmationLink(link: string, domains: readonly string[]): boolean {
  if (!URL.canParse(link)) return false;
  const { hostname, username, pathname, search } = new URL(link);
  return username === '' && matchesDomain(hostname, domains) && CONFIRMING_LINK.test(pathname + search);
}

const trimmed = (link: string): string => link.replace(/[.,;:!?]+$/, '').slice(0, 2_000);

function matchesDomain(host: string, domains: readonly string[]): boolean {
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

/** Finds the account whose mail is to be forwarded: the first address that is not the provider's own. */
function findAccount(subject: string, text: string, { addresses = [], domains }: Provider): string | undefined {
  const isOwn = (address: string): boolean =>
    addresses.includes(address) ||
    /^(?:no-?reply|support|help|postmaster)/.test(address) ||
    matchesDomain(
      address.slice(address.indexOf('@') + 1),
      domains.filter((domain) => !MAIL_HOSTS.has(domain)),
    );
  const found = [...`${subject}\n${text}`.matchAll(ADDRESS)].map(([address]) =>
    address.toLowerCase().replace(/\.+$/, ''),
  );
  return found.find((address) => !isOwn(address));
}

/** Domains that providers share with their users. */
const MAIL_HOSTS = new Set(
  'gmail.com outlook.com live.com hotmail.com yahoo.com aol.com icloud.com zoho.com zohomail.com fastmail.com proton.me protonmail.com gmx.com gmx.net gmx.de gmx.at gmx.ch web.de yandex.ru yandex.com ya.ru mail.ru'.split(
    ' ',
  ),
);
