/** The rest of a result that was cut to the budget. Bound to the one who asks. */
export interface ResultReader {
  read(
    callId: string,
    offset: number,
    length: number,
  ): Promise<{ text: string; offset: number; total: number; next: number | null }>;
}
