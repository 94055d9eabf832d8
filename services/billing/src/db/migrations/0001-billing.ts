import { inboxMigration } from '@gossamer/service-kit/events/inbox';
import { outboxMigration } from '@gossamer/service-kit/events/outbox';
import { type Kysely, sql } from 'kysely';

/** Creates the tables for accounts, subscriptions, payments and applied Stripe events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await outboxMigration.up(db);
  await inboxMigration.up(db);
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table accounts (
    account_id text primary key,
    email text,
    stripe_customer_id text unique,
    attempt integer not null default 0,
    plan text not null default 'free' check (plan in ('free', 'pro')),
    plan_version integer not null default 0,
    created_at timestamptz(3) not null default clock_timestamp(),
    deleted_at timestamptz(3),
    customer_deleted_at timestamptz(3)
  )`,
  'create index accounts_by_email on accounts (lower(email)) where email is not null',
  `create index accounts_to_forget on accounts (deleted_at)
    where deleted_at is not null and stripe_customer_id is not null and customer_deleted_at is null`,
  // Sequence of tickets. A ticket is taken before each read from Stripe. Data read with a higher ticket is never older
  // than data read with a lower one.
  'create sequence tickets',
  `create table subscriptions (
    id text primary key,
    account_id text not null references accounts,
    status text not null,
    latest_invoice_id text,
    current_period_starts_at timestamptz(3) not null,
    current_period_ends_at timestamptz(3) not null,
    past_due_since timestamptz(3),
    cancel_at timestamptz(3),
    created_at timestamptz(3) not null,
    ticket bigint not null,
    read_at timestamptz(3) not null
  )`,
  'create index subscriptions_by_age on subscriptions (read_at)',
  'create index subscriptions_by_account on subscriptions (account_id)',
  `create index subscriptions_past_due on subscriptions (account_id) where status = 'past_due'`,
  `create table payments (
    invoice_id text primary key,
    account_id text not null references accounts,
    subscription_id text,
    payment_intent_id text unique,
    amount_cents integer not null check (amount_cents > 0),
    currency text not null,
    refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
    dispute_status text,
    paid_at timestamptz(3) not null,
    version integer not null,
    ticket bigint not null
  )`,
  'create index payments_by_account on payments (account_id, paid_at)',
  `create table stripe_events (
    id text primary key,
    type text not null,
    created_at timestamptz(3) not null,
    handled_at timestamptz(3) not null default clock_timestamp()
  )`,
  'create index stripe_events_age on stripe_events (handled_at)',
  `create table refund_requests (
    invoice_id text primary key references payments,
    account_id text not null references accounts,
    requested_at timestamptz(3) not null default clock_timestamp()
  )`,
  'create table progress (chore text primary key, until timestamptz(3) not null)',
];
