/** Did create the functions that `functions.sql` now holds. Its name stays, since databases have it recorded as done. */
export async function up(): Promise<void> {}
