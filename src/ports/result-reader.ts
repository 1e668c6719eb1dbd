/** Reads the whole of a result that was cut to the budget, in pieces. Calls of other users fail with NOT_FOUND. */
export interface ResultReader {
  read(
    callId: string,
    offset: number,
    length: number,
  ): Promise<{ text: string; offset: number; total: number; next: number | null }>;
}
