/* Stands between a process and the disk (LD_PRELOAD): writes down, in one order, what it changes below one folder, what it syncs, and what it
   says on standard output. It can also make syncs slow, let the disk fail, and move the clock. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { CREATE = 1, WRITE, TRUNCATE, SYNC, RENAME, LINK, UNLINK, MKDIR, RMDIR, MODE, SAY };

/* What a test can change while the process runs. */
struct controls {
  volatile int64_t clock_offset_ms;
  volatile int64_t sync_delay_ms;
};

#define MOST_FDS 65536
static ino_t kept[MOST_FDS];
static int journal = -1;
static char root[4096];
static size_t root_length;
static struct controls *controls;
static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))real(#name))
static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
  const char *folder = getenv("DISK_SHIM_ROOT"), *file = getenv("DISK_SHIM_JOURNAL"), *shared = getenv("DISK_SHIM_CONTROLS");
  if (shared) {
    int fd = REAL(open)(shared, O_RDWR | O_CLOEXEC);
    void *place = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof(struct controls), PROT_READ, MAP_SHARED, fd, 0);
    if (place == MAP_FAILED) abort();
    controls = place;
  }
  if (!folder || !file) return;
  if (strlen(folder) >= sizeof root) abort();
  strcpy(root, folder);
  root_length = strlen(root);
  journal = REAL(open)(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (journal < 0) abort();
}

static void note(uint64_t kind, uint64_t a, uint64_t b, uint64_t c, const void *one, size_t one_length, const void *two, size_t two_length) {
  uint64_t head[6] = {kind, a, b, c, one_length, two_length};
  struct iovec parts[3] = {{head, sizeof head}, {(void *)one, one_length}, {(void *)two, two_length}};
  ssize_t whole = sizeof head + one_length + two_length;
  if (REAL(writev)(journal, parts, 3) != whole) abort();
}

static int is_inside(int fd) {
  char link[64], path[4200];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < (ssize_t)root_length || memcmp(path, root, root_length) != 0) return 0;
  path[length] = 0;
  return path[root_length] == 0 || path[root_length] == '/';
}

struct place { ino_t folder; const char *name; };

/* The folder that a path leads to, and the name in it. */
static int find_place(int at, const char *path, struct place *place) {
  if (journal < 0 || !path) return 0;
  char folder[4200];
  const char *slash = strrchr(path, '/');
  place->name = slash ? slash + 1 : path;
  if (*place->name == 0) return 0;
  if (!slash) strcpy(folder, ".");
  else if (slash - path >= (ssize_t)sizeof folder) return 0;
  else {
    memcpy(folder, path, slash - path + 1);
    folder[slash - path + 1] = 0;
  }
  int fd = REAL(openat)(at, folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return 0;
  struct stat about;
  int found = is_inside(fd) && fstat(fd, &about) == 0;
  if (found) place->folder = about.st_ino;
  REAL(close)(fd);
  return found;
}

static int is_kept(int fd, struct stat *about) {
  if (journal < 0 || fd < 0 || fd >= MOST_FDS || kept[fd] == 0) return 0;
  return fstat(fd, about) == 0 && about->st_ino == kept[fd] && (S_ISREG(about->st_mode) || S_ISDIR(about->st_mode));
}

static int open_noting(int at, const char *path, int flags, mode_t mode) {
  if (journal < 0) return REAL(openat)(at, path, flags, mode);
  pthread_mutex_lock(&order);
  struct place place;
  struct stat before, about;
  int was_there = fstatat(at, path, &before, 0) == 0;
  int fd = REAL(openat)(at, path, flags, mode);
  int failure = errno;
  if (fd >= 0 && fd < MOST_FDS) {
    kept[fd] = 0;
    if (!(flags & O_PATH) && is_inside(fd) && fstat(fd, &about) == 0) {
      kept[fd] = about.st_ino;
      if ((flags & O_CREAT) && !was_there && find_place(at, path, &place))
        note(CREATE, place.folder, about.st_ino, about.st_mode & 07777, place.name, strlen(place.name), NULL, 0);
      else if ((flags & O_TRUNC) && was_there && before.st_size > 0) note(TRUNCATE, about.st_ino, 0, 0, NULL, 0, NULL, 0);
    }
  }
  pthread_mutex_unlock(&order);
  errno = failure;
  return fd;
}

#define MODE_OF(flags, last) va_list rest; va_start(rest, last); mode_t mode = ((flags) & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0; va_end(rest)
int open(const char *path, int flags, ...) { MODE_OF(flags, flags); return open_noting(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE_OF(flags, flags); return open_noting(AT_FDCWD, path, flags | O_LARGEFILE, mode); }
int openat(int at, const char *path, int flags, ...) {
  MODE_OF(flags, flags);
  if (journal < 0) return (int)((int (*)(int, const char *, int, mode_t))real("openat64"))(at, path, flags, mode);
  return open_noting(at, path, flags, mode);
}

static ssize_t write_noting(int fd, const struct iovec *parts, int count, off_t offset) {
  ssize_t (*perform)(int, const struct iovec *, int, off_t) = (__typeof__(perform))real("pwritev");
  struct stat about;
  int says = fd == 1 && journal >= 0;
  pthread_mutex_lock(&order);
  int is_file = !says && is_kept(fd, &about);
  off_t start = offset;
  if (is_file && offset < 0) {
    int flags = fcntl(fd, F_GETFL);
    start = flags & O_APPEND ? about.st_size : lseek(fd, 0, SEEK_CUR);
  }
  ssize_t done = offset < 0 ? REAL(writev)(fd, parts, count) : perform(fd, parts, count, offset);
  int failure = errno;
  ssize_t left = done;
  for (int at = 0; (is_file || says) && at < count && left > 0; at += 1) {
    size_t length = parts[at].iov_len < (size_t)left ? parts[at].iov_len : (size_t)left;
    note(says ? SAY : WRITE, says ? 0 : about.st_ino, says ? 0 : start, 0, parts[at].iov_base, length, NULL, 0);
    start += length;
    left -= length;
  }
  pthread_mutex_unlock(&order);
  errno = failure;
  return done;
}

static ssize_t write_one(int fd, const void *bytes, size_t length, off_t offset) {
  struct iovec part = {(void *)bytes, length};
  return write_noting(fd, &part, 1, offset);
}
ssize_t write(int fd, const void *bytes, size_t length) {
  return journal < 0 ? REAL(write)(fd, bytes, length) : write_one(fd, bytes, length, -1);
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  return journal < 0 ? REAL(pwrite)(fd, bytes, length, offset) : write_one(fd, bytes, length, offset);
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) { return pwrite(fd, bytes, length, offset); }
ssize_t writev(int fd, const struct iovec *parts, int count) {
  return journal < 0 ? REAL(writev)(fd, parts, count) : write_noting(fd, parts, count, -1);
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  return journal < 0 ? REAL(pwritev)(fd, parts, count, offset) : write_noting(fd, parts, count, offset);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) { return pwritev(fd, parts, count, offset); }

int ftruncate(int fd, off_t size) {
  if (journal < 0) return REAL(ftruncate)(fd, size);
  struct stat about;
  pthread_mutex_lock(&order);
  int is_file = is_kept(fd, &about), done = REAL(ftruncate)(fd, size), failure = errno;
  if (is_file && done == 0) note(TRUNCATE, about.st_ino, size, 0, NULL, 0, NULL, 0);
  pthread_mutex_unlock(&order);
  errno = failure;
  return done;
}
int ftruncate64(int fd, off64_t size) { return ftruncate(fd, size); }

static int sync_noting(int fd, int (*perform)(int)) {
  struct stat about;
  if (controls && controls->sync_delay_ms > 0) usleep(controls->sync_delay_ms * 1000);
  if (journal < 0) return perform(fd);
  pthread_mutex_lock(&order);
  /* Nothing has to reach a real disk here: what counts is what was written down. */
  int is_file = is_kept(fd, &about), done = is_file ? 0 : perform(fd), failure = errno;
  if (is_file) note(SYNC, about.st_ino, 0, 0, NULL, 0, NULL, 0);
  pthread_mutex_unlock(&order);
  errno = failure;
  return done;
}
int fsync(int fd) { return sync_noting(fd, REAL(fsync)); }
int fdatasync(int fd) { return sync_noting(fd, REAL(fdatasync)); }

#define CHANGE(found, perform, noting) \
  if (journal < 0) return perform; \
  pthread_mutex_lock(&order); \
  int is_found = found, done = perform, failure = errno; \
  if (is_found && done == 0) noting; \
  pthread_mutex_unlock(&order); \
  errno = failure; \
  return done

int rename(const char *from, const char *to) {
  struct place one, two;
  CHANGE(find_place(AT_FDCWD, from, &one) && find_place(AT_FDCWD, to, &two), REAL(rename)(from, to),
         note(RENAME, one.folder, two.folder, 0, one.name, strlen(one.name), two.name, strlen(two.name)));
}
int link(const char *from, const char *to) {
  struct place place;
  struct stat about;
  CHANGE(find_place(AT_FDCWD, to, &place) && stat(from, &about) == 0, REAL(link)(from, to),
         note(LINK, place.folder, about.st_ino, 0, place.name, strlen(place.name), NULL, 0));
}
int unlink(const char *path) {
  struct place place;
  CHANGE(find_place(AT_FDCWD, path, &place), REAL(unlink)(path), note(UNLINK, place.folder, 0, 0, place.name, strlen(place.name), NULL, 0));
}
int remove(const char *path) {
  struct place place;
  CHANGE(find_place(AT_FDCWD, path, &place), REAL(remove)(path), note(UNLINK, place.folder, 0, 0, place.name, strlen(place.name), NULL, 0));
}
int unlinkat(int at, const char *path, int flags) {
  struct place place;
  CHANGE(find_place(at, path, &place), REAL(unlinkat)(at, path, flags), note(UNLINK, place.folder, 0, 0, place.name, strlen(place.name), NULL, 0));
}
int rmdir(const char *path) {
  struct place place;
  CHANGE(find_place(AT_FDCWD, path, &place), REAL(rmdir)(path), note(UNLINK, place.folder, 0, 0, place.name, strlen(place.name), NULL, 0));
}
int mkdir(const char *path, mode_t mode) {
  struct place place;
  struct stat about;
  CHANGE(find_place(AT_FDCWD, path, &place), REAL(mkdir)(path, mode),
         (stat(path, &about), note(MKDIR, place.folder, about.st_ino, about.st_mode & 07777, place.name, strlen(place.name), NULL, 0)));
}
int fchmod(int fd, mode_t mode) {
  struct stat about;
  CHANGE(is_kept(fd, &about), REAL(fchmod)(fd, mode), note(MODE, about.st_ino, mode & 07777, 0, NULL, 0, NULL, 0));
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int done = REAL(clock_gettime)(clock, time);
  if (done == 0 && controls && clock == CLOCK_REALTIME) {
    time->tv_sec += controls->clock_offset_ms / 1000;
  }
  return done;
}
int gettimeofday(struct timeval *time, void *zone) {
  int done = ((int (*)(struct timeval *, void *))real("gettimeofday"))(time, zone);
  if (done == 0 && controls) time->tv_sec += controls->clock_offset_ms / 1000;
  return done;
}
