/** An answer as it was sent. */
export interface Answer {
  text: string;
  contentType: string;
}

/** Answers of one state of the database, or those who are being made: null when that came to nothing. */
type Answers = Map<string, Promise<Answer | null>>;

export interface RememberedOptions {
  /** What is committed at this moment: see `snapshotOf`. */
  snapshot: () => Promise<string>;
  /** Characters kept in all, those of the questions among them. */
  most?: number;
  /** Milliseconds. Some answers depend on the day and the hour, so none is kept for long. */
  longest?: number;
}

/** Two bytes each in the worst case. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
const MAX_ANSWERS = 5_000;
const MAX_AGE_MS = 10_000;

/** What one who asked first has to do: give the answer, or null if there was none to keep. */
export type Give = (answer: Answer | null) => void;

/**
 * Gives an answer a second time for as long as nothing at all was committed since it was first asked for: then it would be made
 * from the very same rows. Whoever asks what somebody else is just being answered waits for that. So a roadmap that a whole team
 * looks at is made once for each of its changes, and nobody ever reads what was true before they asked.
 */
export class Remembered {
  readonly #snapshot: RememberedOptions['snapshot'];
  readonly #most: number;
  readonly #longest: number;
  #state = '';
  #since = 0;
  #answers: Answers = new Map();
  #characters = 0;

  constructor({ snapshot, most = MAX_CHARACTERS, longest = MAX_AGE_MS }: RememberedOptions) {
    this.#snapshot = snapshot;
    this.#most = most;
    this.#longest = longest;
  }

  /**
   * The answer to this question, or the duty to give it. `question`: everything the answer depends on besides the database, who
   * asks among it.
   */
  async ask(question: string): Promise<Answer | Give> {
    const answers = await this.#present();
    const known = await answers.get(question);
    if (known) return known;
    // Kept with the state that was there before it was made: if that is still there later, nothing changed meanwhile.
    let give: Give = () => {};
    const made = new Promise<Answer | null>((resolve) => (give = resolve));
    answers.set(question, made);
    return (answer) => {
      give(answer);
      if (answer) this.#keep(question.length + answer.text.length, answers);
      else if (answers.get(question) === made) answers.delete(question);
    };
  }

  async #present(): Promise<Answers> {
    const state = await this.#snapshot();
    if (state !== this.#state || performance.now() - this.#since > this.#longest) {
      this.#state = state;
      this.#forget();
    }
    return this.#answers;
  }

  #keep(characters: number, answers: Answers): void {
    if (answers !== this.#answers) return;
    this.#characters += characters;
    if (this.#characters > this.#most || answers.size > MAX_ANSWERS) this.#forget();
  }

  #forget(): void {
    this.#since = performance.now();
    this.#answers = new Map();
    this.#characters = 0;
  }
}
