import { inboxMigration } from '@gossamer/service-kit/events/inbox';
import { type Kysely, sql } from 'kysely';

/** Creates the tables for partners, referred accounts, clicks, commissions and payouts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await inboxMigration.up(db);
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const day = `text not null check (day ~ '^\\d{4}-\\d\\d-\\d\\d$')`;
const period = `text not null check (period ~ '^\\d{4}-\\d\\d-01$')`;

const statements = [
  `create table partners (
    id text primary key,
    account_id text not null unique,
    code text not null unique check (code = upper(code)),
    name text not null,
    email text not null,
    website text not null,
    description text not null,
    payout_email text,
    commission_percent integer not null check (commission_percent between 0 and 100),
    created_at timestamptz(3) not null,
    closed_at timestamptz(3)
  )`,
  `create table accounts (
    account_id text primary key,
    partner_id text references partners,
    referred_on text,
    deleted_at timestamptz(3),
    check ((partner_id is null) = (referred_on is null))
  )`,
  'create index accounts_by_partner on accounts (partner_id, referred_on) where partner_id is not null',
  `create table account_emails (
    account_id text not null references accounts,
    email_key text not null,
    primary key (account_id, email_key)
  )`,
  'create table own_accounts (account_id text primary key references accounts)',
  `create table account_cards (
    account_id text not null references accounts,
    fingerprint text not null,
    primary key (account_id, fingerprint)
  )`,
  `create table click_days (
    partner_id text not null references partners,
    day ${day},
    clicks integer not null check (clicks > 0),
    primary key (partner_id, day)
  )`,
  `create table click_visitors (
    partner_id text not null references partners,
    day ${day},
    visitor_hash text not null,
    primary key (partner_id, day, visitor_hash)
  )`,
  'create index click_visitors_by_day on click_visitors (day)',
  `create table payments (
    payment_id text primary key,
    account_id text not null references accounts,
    amount_cents integer not null check (amount_cents >= 0),
    refunded_cents integer not null check (refunded_cents between 0 and amount_cents),
    currency text not null,
    paid_at timestamptz(3) not null,
    card_fingerprint text
  )`,
  'create index payments_by_account on payments (account_id)',
  `create table commissions (
    payment_id text primary key references payments,
    partner_id text not null references partners,
    account_id text not null references accounts,
    commission_cents integer not null check (commission_cents > 0),
    earned_cents integer not null check (earned_cents between 0 and commission_cents),
    settled_cents integer not null default 0,
    paid_at timestamptz(3) not null,
    held_until timestamptz(3) not null
  )`,
  'create index commissions_by_partner on commissions (partner_id, paid_at, payment_id)',
  'create index commissions_unsettled on commissions (partner_id, held_until) where earned_cents <> settled_cents',
  `create table payout_batches (
    id text primary key,
    method text not null check (method in ('paypal', 'csv')),
    status text not null check (status in ('sending', 'sent', 'done', 'rejected')),
    paypal_batch_id text unique,
    reason text,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  `create index payout_batches_under_way on payout_batches (created_at) where status in ('sending', 'sent')`,
  `create table payouts (
    id text primary key,
    partner_id text not null references partners,
    period ${period},
    amount_cents integer not null check (amount_cents > 0),
    payout_email text not null,
    status text not null check (status in ('open', 'sent', 'paid', 'failed')),
    batch_id text references payout_batches,
    reference text,
    reason text,
    created_at timestamptz(3) not null,
    settled_at timestamptz(3),
    unique (partner_id, period)
  )`,
  `create index payouts_open on payouts (created_at) where status = 'open'`,
  'create index payouts_by_batch on payouts (batch_id)',
  `create table payout_items (
    payout_id text not null references payouts,
    payment_id text not null references commissions,
    cents integer not null check (cents <> 0),
    primary key (payout_id, payment_id)
  )`,
  'create index payout_items_by_payment on payout_items (payment_id)',
  `create table payout_runs (period ${period}, closed_at timestamptz(3), primary key (period))`,
];
