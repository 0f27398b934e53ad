// Loads the libraries that most runs of the program do not need when their first function is called.
// Fifty shared libraries would be two thirds of the time to the first prompt.
//
// The names of the functions are in `functions.h`; entries.S defines a function for each, to which
// the program is linked instead of the library. A function that is not named there works as usual,
// and its library is loaded at the start again, which scripts/lazy-functions finds.
//
// priority.c and threads.c replace functions of the system, too.

// Sets what to do when the system has refused libdispatch a thread for several seconds.
void lazy_on_thread_shortage(void (*handler)(void));

// The commit that an installed program was built from; 40 dashes for others.
const char *market_commit(void);
